import { isIPv4, isIPv6 } from 'node:net';
import { IPv4, IPv6 } from 'ipaddr.js';

/** What is assigned to the public internet; all else is loopback, private, link-local, mapped, translated or nobody's. */
const ASSIGNED = IPv6.parseCIDR('2000::/3');

/** Whether an address belongs to the public internet, and to no special use of it (IANA special-purpose registries). */
export function isPublicAddress(address: string): boolean {
  // The library also reads what only some systems take for an address: `127.1`, `0x7f.1`.
  if (isIPv4(address)) return IPv4.parse(address).range() === 'unicast';
  // A zone (`%eth0`) names an interface of this machine.
  if (!isIPv6(address) || address.includes('%') || address.includes('.')) return false;
  const parsed = IPv6.parse(address);
  return parsed.match(ASSIGNED) && parsed.range() === 'unicast';
}
