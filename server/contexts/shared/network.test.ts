import { expect, test } from 'vitest';
import { connectionOf, networkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:12:34:5::1', '2001:db8:12:34::/64', '2001:db8:12::/48'],
  ['2001:0DB8:0012:0034::9', '2001:db8:12:34::/64', '2001:db8:12::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('%s is counted with its connection %s and its network %s', (ip, connection, network) => {
  expect(connectionOf(ip)).toBe(connection);
  expect(networkOf(ip)).toBe(network);
});
