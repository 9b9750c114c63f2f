import { isIPv4, isIPv6 } from 'node:net';

/**
 * What counts as one place when tries are counted: an IPv4 address, and for IPv6 its /64, the least that one customer
 * of a provider has to themselves. What is no address stays as it is.
 */
export function placeOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const network = wordsOf(plain).slice(0, 4);
  return `${network.map((word) => word.toString(16)).join(':')}::/64`;
}

/** Without brackets and zone; an IPv4 address that a socket of both kinds writes as IPv6 is IPv4 again. */
export function plainAddress(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : address;
  const words = wordsOf(bare);
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff;
  if (!isMapped) return bare;
  return words
    .slice(6)
    .flatMap((word) => [word >> 8, word & 0xff])
    .join('.');
}

/** The eight words of an IPv6 address; the platform's parser writes dotted ends and cases in one way. */
function wordsOf(address: string): number[] {
  const whole = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after] = whole.split('::').map(parseWords);
  if (!after) return before;
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const parseWords = (text: string) =>
  text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
