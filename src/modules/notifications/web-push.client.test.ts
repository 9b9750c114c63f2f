import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { createSafePost } from '@/core/security/safe-post.ts';
import { loadSecrets } from '@/core/security/secrets.ts';
import { createPushSender } from './web-push.client.ts';

type Ece = {
  decrypt(encrypted: Buffer, keys: { version: string; privateKey: unknown; authSecret: string }): Buffer;
};
const ece = createRequire(import.meta.url)('http_ece') as Ece;
const HOST = 'push.example.com';
const keys = loadSecrets(mkdtempSync(join(tmpdir(), 'balcao-push-'))).push;
const browser = createECDH('prime256v1');
const p256dh = browser.generateKeys('base64url');
const auth = randomBytes(16).toString('base64url');
let server: ReturnType<typeof Bun.serve>;
let ca: string;
let status: number | 'silent' | 'dripping' = 201;
const hungUp = Promise.withResolvers<void>();
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
      if (status === 'silent') return new Promise(() => undefined);
      if (status === 'dripping') return new Response(drip(), { status: 201 });
      return new Response('', { status, headers: status === 302 ? { Location: 'http://127.0.0.1/' } : {} });
    },
  });
});
afterAll(() => server.stop(true));

function drip(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(100_000)),
    cancel: () => hungUp.resolve(),
  });
}

const target = () => ({ endpoint: `https://${HOST}:${server.port}/abc`, p256dh, auth });
const subject = () => 'https://desk.example.com';
const post = (timeoutMs = 3_000) =>
  createSafePost({ resolve: async () => ['127.0.0.1'], isAllowed: () => true, timeoutMs, ca });
const sender = (timeoutMs?: number) => createPushSender({ keys, subject, post: post(timeoutMs) });

describe('web push', () => {
  test('encrypts the payload for the browser and signs the request', async () => {
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

  test('reports a browser that is gone', async () => {
    for (status of [404, 410]) expect(await sender().send(target(), '{}', 't')).toBe('gone');
  });

  test('throws for every other status and follows no redirect', async () => {
    for (status of [302, 400, 403, 429, 500]) {
      await expect(sender().send(target(), '{}', 't')).rejects.toThrow(String(status));
    }
  });

  test('refuses a host name that resolves to a private address', async () => {
    got = undefined;
    const guarded = createPushSender({ keys, subject });
    const endpoint = `https://localhost:${server.port}/abc`;
    await expect(guarded.send({ endpoint, p256dh, auth }, '{}', 't')).rejects.toThrow('not_public');
    expect(got).toBeUndefined();
  });

  test('refuses plain HTTP', async () => {
    const endpoint = `http://${HOST}/abc`;
    await expect(sender().send({ endpoint, p256dh, auth }, '{}', 't')).rejects.toThrow('bad_url');
  });
});

describe('slow push service', () => {
  test('times out before the response headers', async () => {
    status = 'silent';
    await expect(sender(200).send(target(), '{}', 't')).rejects.toThrow('timeout');
  });

  test('is disconnected without reading the response body', async () => {
    status = 'dripping';
    expect(await sender().send(target(), '{}', 't')).toBe('sent');
    await hungUp.promise;
  });
});
