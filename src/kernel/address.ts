import { isIPv4, isIPv6 } from 'node:net';
import { IPv6 } from 'ipaddr.js';

/**
 * What counts as one place when tries are counted: an IPv4 address, and for IPv6 its /64, the least that one customer
 * of a provider has to themselves. What is no address stays as it is.
 */
export function placeOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const network = IPv6.parse(plain).parts.slice(0, 4);
  return `${network.map((word) => word.toString(16)).join(':')}::/64`;
}

/** Without brackets and zone; an IPv4 address that a socket of both kinds writes as IPv6 is IPv4 again. */
export function plainAddress(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : address;
  const parsed = IPv6.parse(bare);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : bare;
}
