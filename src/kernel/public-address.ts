import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What IANA keeps for special use in IPv4: private, loopback, link-local, carrier, documentation, multicast … */
const SPECIAL_V4: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
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
];

/** Inside 2000::/3, but for protocols, tunnels that carry an IPv4 address, and documentation. */
const SPECIAL_V6: [network: string, bits: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const specialV4 = new BlockList();
for (const [network, bits] of SPECIAL_V4) specialV4.addSubnet(network, bits, 'ipv4');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const specialV6 = new BlockList();
for (const [network, bits] of SPECIAL_V6) specialV6.addSubnet(network, bits, 'ipv6');

/**
 * Whether an address belongs to the public internet. IPv6 is public only inside 2000::/3, so loopback, private,
 * link-local, IPv4-mapped and translated addresses are not (IANA special-purpose registries).
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4');
  // A zone (`%eth0`) names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  if (/\./.test(address)) return false;
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}
