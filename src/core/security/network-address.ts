import { isIPv4, isIPv6 } from 'node:net';
import { IPv6 } from 'ipaddr.js';

/** Rate limit key: the IPv4 address, or the /64 of an IPv6 address, the smallest block a provider assigns. */
export function networkKey(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const network = IPv6.parse(plain).parts.slice(0, 4);
  return `${network.map((word) => word.toString(16)).join(':')}::/64`;
}

/** The /24 of an IPv4 address or the /48 of an IPv6 one: the most that one customer of a provider usually has. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return plain;
  const network = IPv6.parse(plain).parts.slice(0, 3);
  return `${network.map((word) => word.toString(16)).join(':')}::/48`;
}

export function plainAddress(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : address;
  const parsed = IPv6.parse(bare);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : bare;
}
