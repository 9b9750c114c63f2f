import { join } from 'node:path';
import { pixText } from '@demo/bank/pix-text.ts';
import type { Fault } from '@demo/bank/provider-simulator.ts';
import { createCertificateAuthority } from '@demo/whatsapp/index.ts';
import { generate } from 'selfsigned';
import type { PaymentProvider } from '@/adapters/payments/payments.port.ts';
import { systemScope } from '@/core/scope.ts';
import { storeProvider } from '@/modules/billing/providers/provider-settings.service.ts';
import { listCompanyIds } from '@/modules/companies/companies.queries.ts';
import { ROOT } from '../architecture/sources.ts';
import type { TestApp } from './deps.ts';

export type Provider = {
  url: string;
  ask<T = Record<string, unknown>>(control: string, body?: object): Promise<T>;
  fails(fault: Omit<Fault, 'times'> & { times?: number }): Promise<unknown>;
  stop(): Promise<void>;
};

export async function startProvider(name: 'efi' | 'mercadopago', tls?: object): Promise<Provider> {
  const pem = tls && (await testCertificate());
  const child = Bun.spawn([process.execPath, join(ROOT, 'demo/bank/process.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PAYMENT_SIMULATOR: JSON.stringify({ name, tls }) },
  });
  const url = await firstLine(child.stdout);
  const ask = async <T>(control: string, body: object = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body), ...(pem && { tls: { key: pem, cert: pem } }) };
    const reply = await fetch(`${url}/_${control}`, init);
    return (await reply.json()) as T;
  };
  return {
    url,
    ask,
    fails: (fault) => ask('fault', { times: 1, ...fault }),
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true });
    const [line, ...more] = text.split('\n');
    if (line && more.length > 0) return line;
  }
  throw new Error('the simulated provider did not start');
}

export const EFI_CREDENTIALS = {
  clientId: 'cliente',
  clientSecret: 'segredo',
  pixKey: 'financeiro@balcao.test',
};

let pems: Promise<string> | undefined;

export function testCertificate(): Promise<string> {
  pems ??= generate([{ name: 'commonName', value: 'balcao.test' }]).then(
    ({ private: key, cert }) => `${key}\n${cert}`,
  );
  return pems;
}

export const MERCADO_PAGO_CREDENTIALS = { accessToken: 'TEST-simulador', webhookSecret: 'assinatura' };

/** A provider without a network. Charges added to the returned set count as paid. */
export async function takePayments(testApp: Pick<TestApp, 'kernel'>): Promise<Set<string>> {
  const paid = new Set<string>();
  const provider: PaymentProvider = {
    ask: async ({ reference }) => ({
      providerId: reference,
      pixCode: pixText(reference, '30.00'),
      link: null,
    }),
    read: async ({ reference }) => ({
      reference,
      providerId: reference,
      pixCode: null,
      link: null,
      status: paid.has(reference) ? 'paid' : 'open',
      paidCents: paid.has(reference) ? 3_000 : 0,
    }),
    readNotice: async () => undefined,
    listenAt: async () => undefined,
    check: async () => undefined,
  };
  Object.assign(testApp.kernel.services, { payments: { efi: () => provider, mercadopago: () => provider } });
  const credentials = { ...EFI_CREDENTIALS, certificate: await testCertificate() };
  const [first = 1] = await listCompanyIds(testApp.kernel);
  await storeProvider(await systemScope(testApp.kernel, first), 'efi', credentials);
  return paid;
}

export async function mutualTls(): Promise<{ tls: object; client: string }> {
  const pem = await testCertificate();
  const [, key = '', cert = ''] = /^([\s\S]+-----END PRIVATE KEY-----)\s+([\s\S]+)$/.exec(pem) ?? [];
  const { SIMULATOR_CA_DIR = '' } = process.env;
  const host = await createCertificateAuthority(SIMULATOR_CA_DIR);
  return { tls: { key: host.key, cert: host.certificate, ca: cert }, client: `${key}\n${cert}` };
}
