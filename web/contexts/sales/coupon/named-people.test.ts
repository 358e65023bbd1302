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

test('numbers with their country, in full width and with gaps are read, each once', () => {
  expect(mobilesOf('+86 138 0000 0001\n008613800000002，１３８００００００１３ 13800000013')).toEqual({
    mobiles: ['13800000001', '13800000002', '13800000013'],
    wrong: [],
  });
});
