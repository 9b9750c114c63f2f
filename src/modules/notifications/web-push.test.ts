import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { loadSecrets } from '@/kernel/secrets.ts';
import { publicLookup } from './public-lookup.ts';
import { createPushSender } from './web-push.ts';

type Ece = {
  decrypt(sealed: Buffer, keys: { version: string; privateKey: unknown; authSecret: string }): Buffer;
};
/** What web-push itself seals with; it has no types. */
const ece = createRequire(import.meta.url)('http_ece') as Ece;
const HOST = 'push.example.com';
const keys = loadSecrets(mkdtempSync(join(tmpdir(), 'balcao-push-'))).push;
const browser = createECDH('prime256v1');
const p256dh = browser.generateKeys('base64url');
const auth = randomBytes(16).toString('base64url');
const here: LookupFunction = (_host, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

let server: ReturnType<typeof Bun.serve>;
let ca: string;
let status = 201;
let got: { headers: Headers; body: Buffer } | undefined;

beforeAll(async () => {
  const names = { name: 'subjectAltName', altNames: [{ type: 2, value: HOST }] } as never;
  const pem = await generate([{ name: 'commonName', value: HOST }], { extensions: [names] });
  ca = pem.cert;
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key: pem.private, cert: pem.cert },
    async fetch(request) {
      got = { headers: request.headers, body: Buffer.from(await request.arrayBuffer()) };
      return new Response('', { status, headers: status === 302 ? { Location: 'http://127.0.0.1/' } : {} });
    },
  });
});
afterAll(() => server.stop(true));

const target = () => ({ endpoint: `https://${HOST}:${server.port}/abc`, p256dh, auth });
const sender = () => createPushSender({ keys, subject: () => 'https://desk.example.com', lookup: here, ca });

describe('web push', () => {
  test('reaches the browser sealed for it alone, signed by us', async () => {
    status = 201;
    expect(await sender().send(target(), '{"title":"Olá"}', 'ticket-1')).toBe('sent');
    expect(got?.body.toString()).not.toContain('Olá');
    const opened = ece.decrypt(got?.body as Buffer, {
      version: 'aes128gcm',
      privateKey: browser,
      authSecret: auth,
    });
    expect(opened.toString()).toBe('{"title":"Olá"}');
    expect(got?.headers.get('topic')).toBe('ticket-1');
    expect(Number(got?.headers.get('ttl'))).toBeGreaterThan(0);
    const [, token = '', key] =
      /^vapid t=([^,]+), k=(.+)$/.exec(got?.headers.get('authorization') ?? '') ?? [];
    expect(key).toBe(keys.publicKey);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aud: `https://${HOST}:${server.port}`, sub: 'https://desk.example.com' });
  });

  test('a browser that is gone is told as such', async () => {
    for (status of [404, 410]) expect(await sender().send(target(), '{}', 't')).toBe('gone');
  });

  test('every other answer may be better later; redirects lead nowhere', async () => {
    for (status of [302, 400, 403, 429, 500]) {
      await expect(sender().send(target(), '{}', 't')).rejects.toThrow(String(status));
    }
  });

  test('a name that leads into our own network is not called', async () => {
    status = 201;
    got = undefined;
    const guarded = createPushSender({ keys, subject: () => 'https://desk.example.com', ca });
    const endpoint = `https://localhost:${server.port}/abc`;
    await expect(guarded.send({ endpoint, p256dh, auth }, '{}', 't')).rejects.toThrow('closed network');
    expect(got).toBeUndefined();
  });

  test('the guard asks for every address of a name', async () => {
    const found = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve));
    expect(String(found)).toContain('closed network');
  });
});
