import { describe, expect, test } from 'bun:test';
import { createRequestSigner, FORWARDED_HEADER } from './signed-request.ts';

const URL = 'http://desk.test/tickets?pageNumber=1';
const FORWARDED = { companyId: 7, peer: '2001:db8::7' };

let now = 1_000_000;
let count = 0;
const signerWith = (secret: string) =>
  createRequestSigner(
    secret,
    () => new Date(now),
    () => `nonce-${count++}`,
  );

const signed = (method: string, url: string, header: string) =>
  new Request(url, { method, headers: { [FORWARDED_HEADER]: header } });

describe('a request that a node signed', () => {
  test('is known by another node with the same secret, once', () => {
    const header = signerWith('shared').sign({ method: 'GET', url: URL }, FORWARDED);
    const receiver = signerWith('shared');
    expect(receiver.verify(signed('GET', URL, header))).toEqual(FORWARDED);
    expect(receiver.verify(signed('GET', URL, header))).toBeUndefined();
  });

  test('is refused with another secret, method, path, query, company or address', () => {
    const header = signerWith('shared').sign({ method: 'GET', url: URL }, FORWARDED);
    expect(signerWith('other').verify(signed('GET', URL, header))).toBeUndefined();
    const [, ...rest] = header.split('.');
    const forged: [string, string, string][] = [
      ['POST', URL, header],
      ['GET', 'http://desk.test/contacts?pageNumber=1', header],
      ['GET', 'http://desk.test/tickets?pageNumber=2', header],
      ['GET', URL, ['8', ...rest].join('.')],
      ['GET', URL, header.replace(/[^.]+\.([^.]+)$/, 'AAAA.$1')],
      ['GET', URL, ''],
      ['GET', URL, '7'],
    ];
    for (const [method, url, text] of forged)
      expect(signerWith('shared').verify(signed(method, url, text))).toBeUndefined();
  });

  test('is refused when it is older or newer than a minute', () => {
    const header = signerWith('shared').sign({ method: 'GET', url: URL }, FORWARDED);
    const began = now;
    for (const [ms, isKnown] of [
      [61_000, false],
      [-61_000, false],
      [59_000, true],
    ] as const) {
      now = began + ms;
      expect(signerWith('shared').verify(signed('GET', URL, header)) !== undefined).toBe(isKnown);
    }
    now = began;
  });
});
