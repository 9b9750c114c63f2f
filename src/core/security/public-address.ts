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

/** Link-local, unspecified, multicast, and cloud metadata services with the machine's credentials; never allowed. */
export function isInnermostAddress(address: string): boolean {
  if (CLOUD_METADATA.includes(address)) return true;
  if (isIPv4(address)) return INNERMOST.includes(IPv4.parse(address).range());
  if (!isIPv6(address)) return true;
  const parsed = IPv6.parse(address);
  const plain = parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
  return INNERMOST.includes(plain.range());
}

/** AWS over IPv6, and Alibaba Cloud; the others use 169.254.169.254. */
const CLOUD_METADATA = ['fd00:ec2::254', '100.100.100.200'];
const INNERMOST: string[] = ['linkLocal', 'unspecified', 'multicast', 'broadcast'];
