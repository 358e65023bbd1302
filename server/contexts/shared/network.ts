import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address without leading zeros, including one that embeds an IPv4 address. */
function groupsOf(address: string): string[] {
  // The URL parser accepts every notation and normalises it.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':'));
  if (after === undefined) return read(before);
  const [head, tail] = [read(before), read(after)];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** The IPv4 address embedded in an IPv6 address (`::ffff:203.0.113.7`); undefined for any other. */
function mappedAddress(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 5).some(group => group !== '0') || groups[5] !== 'ffff') return undefined;
  const bytes = groups.slice(6).flatMap(group => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

function prefixOf(ip: string, v4Bytes: 3 | 4, v6Groups: 3 | 4): string {
  const [plain = ''] = ip.split('%');
  const groups = isIPv6(plain) ? groupsOf(plain) : undefined;
  const v4 = groups ? mappedAddress(groups) : plain;
  if (v4 === undefined) return `${groups?.slice(0, v6Groups).join(':')}::/${v6Groups * 16}`;
  return v4Bytes === 4 ? v4 : `${v4.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The addresses that one connection has at its disposal: an IPv4 address, or the /64 of an IPv6 address. */
export function connectionOf(ip: string): string {
  return prefixOf(ip, 4, 4);
}

/** The addresses that one network has at its disposal: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkOf(ip: string): string {
  return prefixOf(ip, 3, 3);
}
