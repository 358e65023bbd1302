import { expect, test } from 'vitest';
import { forwardedAddresses } from './forwarded.ts';

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['198.51.100.1, 203.0.113.7', ['198.51.100.1', '203.0.113.7']],
  ['203.0.113.7:4711', ['203.0.113.7']],
  ['[2001:db8::7]:4711, 2001:db8::8', ['2001:db8::7', '2001:db8::8']],
  ['<script>, 203.0.113.7', ['203.0.113.7']],
  ['203.0.113.7, <script>', []],
  [`${'a'.repeat(4000)}, 203.0.113.7`, ['203.0.113.7']],
  ['1'.repeat(4000), []],
  ['', []],
])('of %j the addresses count that the nearest proxies wrote', (header, hops) => {
  expect(forwardedAddresses(header)).toEqual(hops);
});

test('of a chain without end the nearest eight are looked at', () => {
  expect(forwardedAddresses(`${'10.0.0.1,'.repeat(2000)}10.0.0.2`)).toHaveLength(8);
});
