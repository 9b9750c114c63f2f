import { isIPv4, isIPv6 } from 'node:net';
import { IPv4, IPv6 } from 'ipaddr.js';

const ASSIGNED = IPv6.parseCIDR('2000::/3');

/** SSRF: true only for public addresses without a special use (IANA special-purpose registries). */
export function isPublicAddress(address: string): boolean {
  // The library also accepts `127.1` and `0x7f.1`, which only some systems take for addresses.
  if (isIPv4(address)) return IPv4.parse(address).range() === 'unicast';
  // A zone (`%eth0`) names an interface of this machine.
  if (!isIPv6(address) || address.includes('%') || address.includes('.')) return false;
  const parsed = IPv6.parse(address);
  return parsed.match(ASSIGNED) && parsed.range() === 'unicast';
}
