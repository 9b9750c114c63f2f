import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EFI_CREDENTIALS, mutualTls, type Provider, startProvider } from '@test/support/payments.ts';
import { systemTicks } from '@/kernel/clock.ts';
import { PaymentError } from '../port.ts';
import { createEfi } from './efi.ts';

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

const open = (given: string, more: object = {}, timing: { timeoutMs?: number } = {}) =>
  createEfi(
    provider.url,
    { ...EFI_CREDENTIALS, ...more, certificate: given },
    { ticks: systemTicks, ...timing },
  );
const trouble = (work: () => Promise<unknown>) =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'none',
      (error) => (error instanceof PaymentError ? error.trouble : String(error)),
    );

const WISH = {
  reference: 'b1i2x0123456789abcdefABCDEF01234',
  method: 'pix' as const,
  cents: 12_305,
  text: 'Fatura',
  payer: { name: 'Ana', email: 'ana@aurora.test', document: '52998224725' },
  expiresInSeconds: 3_600,
  notifyUrl: null,
  returnUrl: null,
};

/** As Efí gives it: one file without a password. */
function p12(): string {
  const [pem, out] = [join(folder, 'client.pem'), join(folder, 'client.p12')];
  writeFileSync(pem, certificate);
  const made = Bun.spawnSync(['openssl', 'pkcs12', '-export', '-in', pem, '-out', out, '-passout', 'pass:']);
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  return out;
}

describe('mutual TLS', () => {
  test('a charge is made and read with the certificate as PEM', async () => {
    const efi = open(certificate);
    const asked = await efi.ask(WISH);
    expect(asked).toMatchObject({ providerId: WISH.reference, link: null });
    expect(asked.pixCode).toStartWith('000201');
    const standing = { reference: WISH.reference, status: 'open', paidCents: 0 };
    expect(await efi.read(WISH)).toMatchObject(standing);
    expect(await efi.readNotice(WISH.reference)).toMatchObject(standing);
    expect(await efi.readNotice('../../oauth/token')).toBeUndefined();
  });

  test('and as .p12', async () => {
    if (!Bun.which('openssl')) return void process.stderr.write('a .p12 is not tried: no openssl here\n');
    const stored = Buffer.from(await Bun.file(p12()).arrayBuffer()).toString('base64');
    await open(stored).check();
  });

  test('without one nobody is let in', async () => {
    expect(await trouble(() => open('bm9uZQ==').check())).toBe('unauthorized');
    const plain = await fetch(`${provider.url}/oauth/token`, { method: 'POST' }).catch(() => undefined);
    expect(plain).toBeUndefined();
  });
});

describe('what goes wrong there is told apart', () => {
  test('credentials, a twin, a busy and a silent provider', async () => {
    expect(await trouble(() => open(certificate, { clientSecret: 'errado' }).check())).toBe('unauthorized');
    const efi = open(certificate);
    expect(await trouble(() => efi.ask(WISH))).toBe('refused');
    expect(await efi.read({ reference: 'b9i9xZZZZ456789abcdefABCDEF01234' })).toBeUndefined();
    await provider.fails({ path: '/v2/cob/', how: 500 });
    expect(await trouble(() => efi.read(WISH))).toBe('busy');
    await provider.fails({ path: '/v2/cob/', how: 429 });
    expect(await trouble(() => efi.read(WISH))).toBe('busy');
    await provider.fails({ path: '/v2/cob/', how: 'odd' });
    expect(await trouble(() => efi.read(WISH))).toBe('odd');
    await provider.fails({ path: '/v2/cob/', how: 'silent' });
    const impatient = open(certificate, {}, { timeoutMs: 500 });
    expect(await trouble(() => impatient.read(WISH))).toBe('timeout');
    const nowhere = createEfi(
      'http://127.0.0.1:9',
      { ...EFI_CREDENTIALS, certificate },
      { ticks: systemTicks },
    );
    expect(await trouble(() => nowhere.check())).toBe('unreachable');
  });

  test('its address for notices is registered by us alone', async () => {
    await open(certificate).listenAt('https://desk.test/api/subscription/webhook/x?ignorar=');
    const { calls } = await provider.ask<{ calls: string[] }>('calls');
    expect(calls).toContain(`PUT /v2/webhook/${encodeURIComponent(EFI_CREDENTIALS.pixKey)}`);
  });
});
