import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not the public internet: IANA's registry of special-purpose addresses, multicast, and the one
 * public address that answers inside of a vendor's machines (Azure's 168.63.129.16).
 */
const innerNetworks4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** The IPv6 addresses that are given out to the public; all others, such as those that hold an IPv4 one, are inner. */
const public6 = ['2000::', 3] as const;

/** Networks within {@link public6} that are not public: protocols (Teredo, ORCHID), documentation, 6to4. */
const innerNetworks6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const inner = new BlockList();
for (const [network, bits] of innerNetworks4) inner.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of innerNetworks6) inner.addSubnet(network, bits, 'ipv6');
const given = new BlockList();
given.addSubnet(...public6, 'ipv6');

/**
 * Reports whether an address, in the form that DNS and WHATWG URLs write, is one of the public internet. Loopback, private,
 * link-local (with the metadata of clouds), shared, multicast, reserved and documentation addresses are not, nor is a text
 * that is no address, nor an IPv6 address that holds an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !inner.check(address, 'ipv4');
  return kind === 6 && given.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}
