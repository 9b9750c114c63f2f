import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EFI_CREDENTIALS, mutualTls, type Provider, startProvider } from '@test/support/payments.ts';
import { systemTicks } from '@/core/clock.ts';
import { PaymentError } from '../payments.port.ts';
import { createEfi } from './efi.client.ts';

let provider: Provider;
let certificate = '';
let folder = '';
beforeAll(async () => {
  const { tls, client } = await mutualTls();
  certificate = client;
  provider = await startProvider('efi', tls);
  folder = mkdtempSync(join(tmpdir(), 'balcao-p12-'));
});
afterAll(async () => {
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = (options: string, more: object = {}, timing: { timeoutMs?: number } = {}) =>
  createEfi(
    provider.url,
    { ...EFI_CREDENTIALS, ...more, certificate: options },
    { ticks: systemTicks, ...timing },
  );
const trouble = (work: () => Promise<unknown>) =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'none',
      (error) => (error instanceof PaymentError ? error.trouble : String(error)),
    );

const REQUEST = {
  reference: 'b1i2x0123456789abcdefABCDEF01234',
  method: 'pix' as const,
  cents: 12_305,
  text: 'Fatura',
  payer: { name: 'Ana', email: 'ana@aurora.test', document: '52998224725' },
  expiresInSeconds: 3_600,
  notifyUrl: null,
  returnUrl: null,
};

function p12(): string {
  const [pem, out] = [join(folder, 'client.pem'), join(folder, 'client.p12')];
  writeFileSync(pem, certificate);
  const made = Bun.spawnSync(['openssl', 'pkcs12', '-export', '-in', pem, '-out', out, '-passout', 'pass:']);
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  return out;
}

describe('Efí mutual TLS', () => {
  test('creates and reads a charge with a PEM certificate', async () => {
    const efi = open(certificate);
    const asked = await efi.ask(REQUEST);
    expect(asked).toMatchObject({ providerId: REQUEST.reference, link: null });
    expect(asked.pixCode).toStartWith('000201');
    const status = { reference: REQUEST.reference, status: 'open', paidCents: 0 };
    expect(await efi.read(REQUEST)).toMatchObject(status);
    expect(await efi.readNotice(REQUEST.reference)).toMatchObject(status);
    expect(await efi.readNotice('../../oauth/token')).toBeUndefined();
  });

  test('accepts a .p12 certificate', async () => {
    if (!Bun.which('openssl')) return void process.stderr.write('a .p12 is not tried: no openssl here\n');
    const stored = Buffer.from(await Bun.file(p12()).arrayBuffer()).toString('base64');
    await open(stored).check();
  });

  test('is refused without a certificate', async () => {
    expect(await trouble(() => open('bm9uZQ==').check())).toBe('unauthorized');
    const plain = await fetch(`${provider.url}/oauth/token`, { method: 'POST' }).catch(() => undefined);
    expect(plain).toBeUndefined();
  });
});

describe('Efí errors', () => {
  test('distinguish wrong credentials, a duplicate, a busy and a silent provider', async () => {
    expect(await trouble(() => open(certificate, { clientSecret: 'errado' }).check())).toBe('unauthorized');
    const efi = open(certificate);
    expect(await trouble(() => efi.ask(REQUEST))).toBe('refused');
    expect(await efi.read({ reference: 'b9i9xZZZZ456789abcdefABCDEF01234' })).toBeUndefined();
    await provider.fails({ path: '/v2/cob/', how: 500 });
    expect(await trouble(() => efi.read(REQUEST))).toBe('busy');
    await provider.fails({ path: '/v2/cob/', how: 429 });
    expect(await trouble(() => efi.read(REQUEST))).toBe('busy');
    await provider.fails({ path: '/v2/cob/', how: 'odd' });
    expect(await trouble(() => efi.read(REQUEST))).toBe('odd');
    await provider.fails({ path: '/v2/cob/', how: 'silent' });
    const impatient = open(certificate, {}, { timeoutMs: 500 });
    expect(await trouble(() => impatient.read(REQUEST))).toBe('timeout');
    const nowhere = createEfi(
      'http://127.0.0.1:9',
      { ...EFI_CREDENTIALS, certificate },
      { ticks: systemTicks },
    );
    expect(await trouble(() => nowhere.check())).toBe('unreachable');
  });

  test('registers the webhook URL through the API', async () => {
    await open(certificate).listenAt('https://desk.test/api/subscription/webhook/x?ignorar=');
    const { calls } = await provider.ask<{ calls: string[] }>('calls');
    expect(calls).toContain(`PUT /v2/webhook/${encodeURIComponent(EFI_CREDENTIALS.pixKey)}`);
  });
});
