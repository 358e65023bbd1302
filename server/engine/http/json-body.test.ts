import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each(['', '  \n'])('a blank body is none: %j', text => {
  expect(parseJsonBody(text)).toBeUndefined();
});

test.each([
  ['{"ids":[1,2],"a":{"b":null}}', { ids: [1, 2], a: { b: null } }],
  ['[1]', [1]],
  ['"text"', 'text'],
  ['null', null],
  ['{"constructors":1,"proto":2}', { constructors: 1, proto: 2 }],
])('%s is read as it stands', (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

test.each([
  ['"a\\u0000b"', 'ab'],
  ['"\\ud800"', '\ufffd'],
  ['"x\\udc00\\ud83d"', 'x\ufffd\ufffd'],
  ['"\\ud83d\\ude00"', '😀'],
  ['"\\\\u0000 \\\\\\ud800"', '\\u0000 \\\ufffd'],
  ['{"\\u0000a":1}', { a: 1 }],
])('%s comes without what no database holds', (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

describe('refused is', () => {
  test.each(['{', 'nul', '{"a":1,}', "{'a':1}", '\ufeff{}', '{}{}'])('what is no JSON: %j', text => {
    expect(() => parseJsonBody(text)).toThrow('badRequest');
  });
  test.each([
    '{"__proto__":{"admin":true}}',
    '{"a":[{"__proto__":null}]}',
    '{"\\u005f_proto__":1}',
    '{"version":{"toString":false}}',
    '{"constructor":{"prototype":{}}}',
    '{"hasOwnProperty":1}',
  ])('a name that every object inherits: %s', text => {
    expect(() => parseJsonBody(text)).toThrow('badRequest');
  });
  test('what is nested without end, and soon', () => {
    expect(parseJsonBody(nested(60))).toBeDefined();
    expect(() => parseJsonBody(nested(70))).toThrow('badRequest');
    expect(() => parseJsonBody(nested(900_000))).toThrow('badRequest');
  });
});
