import { isIPv4, isIPv6 } from 'node:net';
import { IPv6 } from 'ipaddr.js';

/**
 * Limits count tries by this: an IPv4 address, or the /64 of an IPv6 address, the least that a provider assigns to
 * a customer. Other text is returned unchanged.
 */
export function placeOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const network = IPv6.parse(plain).parts.slice(0, 4);
  return `${network.map((word) => word.toString(16)).join(':')}::/64`;
}

/** Without brackets and zone; an IPv4-mapped IPv6 address becomes IPv4. */
export function plainAddress(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : address;
  const parsed = IPv6.parse(bare);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : bare;
}
