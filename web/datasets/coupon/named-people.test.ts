import { expect, test } from 'vitest';
import { mobilesOf } from './named-people.ts';

test('mobile numbers are read from a column, a line, and with doubles and slips among them', () => {
  expect(mobilesOf('13800000001\n13800000002\r\n\n13800000001')).toEqual({
    mobiles: ['13800000001', '13800000002'],
    wrong: [],
  });
  expect(mobilesOf(' 13800000001，13800000002; 1380000 、张三 ')).toEqual({
    mobiles: ['13800000001', '13800000002'],
    wrong: ['1380000', '张三'],
  });
  expect(mobilesOf('  ')).toEqual({ mobiles: [], wrong: [] });
});
