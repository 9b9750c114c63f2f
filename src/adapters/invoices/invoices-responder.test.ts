import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Service, startService } from '@test/responders/server.ts';
import type { Fault } from '@test/responders/servers/serve.ts';
import { ask, faultOf, reachOf, shown, turnOf } from '@test/responders/turn.ts';
import { shownDocument } from '@/schemas/cpf-cnpj.schema.ts';
import { createAsaas } from './asaas.client.ts';
import type { InvoiceSystem } from './invoice-system.port.ts';
import { createInvoices } from './invoices-responder.ts';
import { createIxc } from './ixc.client.ts';
import { createMkAuth } from './mk-auth.client.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('invoices');
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.fails('hangs', 0);
  await service.requests();
});

const OWNER = '52998224725';
const STRANGER = '11144477735';
const asaas = () => createAsaas({ token: 'CANARY-asaas', baseUrl: `${service.url}/asaas/` });
const ixc = () => createIxc({ address: `${service.url}/ixc`, token: '1:CANARY', shown: shownDocument });
const mkAuth = () => createMkAuth({ address: `${service.url}/mk`, clientId: 'id', clientSecret: 'CANARY' });
const responder = (systems: InvoiceSystem[], isTrust = false, mayLookUp = () => true) =>
  createInvoices({
    ...{ ...reachOf(service.url), systems, isTrust, mayLookUp },
    documentIn: (text) => [OWNER, STRANGER].find((one) => text.includes(one)) ?? '',
  });
const sent = async (systems: InvoiceSystem[], text: string, isTrust = false) =>
  shown((await ask(responder(systems, isTrust), turnOf([text]))).replies);

describe('invoice copies', () => {
  test('from Asaas are sent oldest first with the available codes', async () => {
    expect(await sent([asaas()], OWNER)).toEqual([
      '*Fatura com vencimento em 10/01/2026*\nValor: R$ 100,00',
      ...['Linha digitável do boleto:', '23790.1'],
      '*Fatura com vencimento em 10/02/2026*\nValor: R$ 99,90',
      ...['Pix copia e cola:', '000201PIX1', { type: 'close' }],
    ]);
  });

  test('from IXC include only open invoices with the PDF', async () => {
    expect(await sent([ixc()], OWNER)).toEqual([
      '*Fatura com vencimento em 10/02/2026*\nValor: R$ 89,90',
      ...['Pix copia e cola:', '000201IXC', 'Linha digitável do boleto:', '34191.7'],
      ...['application/pdf boleto-2026-02-10.pdf', { type: 'close' }],
    ]);
  });

  test('from MK-Auth accept a single bill instead of a list', async () => {
    expect((await sent([mkAuth()], OWNER)).slice(0, 3)).toEqual([
      '*Fatura com vencimento em 10/02/2026*\nValor: R$ 75,00',
      ...['Pix copia e cola:', '000201MK'],
    ]);
  });

  test('send nothing for an unknown document, whatever the system answers', async () => {
    for (const system of [asaas(), ixc(), mkAuth()])
      expect(await sent([system], STRANGER)).toEqual([expect.stringContaining('Cadastro não localizado!')]);
  });

  test('unblock a line that was blocked for late payment on trust', async () => {
    expect(await sent([mkAuth(), ixc()], OWNER, true)).toEqual([
      expect.stringContaining('liberada em confiança'),
      { type: 'close' },
    ]);
  });
});

describe('document request', () => {
  test('asks for the document, allows mistakes and hands over to people after the third', async () => {
    let stored = {};
    const replies: unknown[] = [];
    for (const text of ['oi', '123', STRANGER]) {
      const answer = await ask(responder([asaas()]), turnOf([text], stored));
      stored = answer.memory;
      replies.push(...shown(answer.replies));
    }
    expect(replies).toEqual([
      expect.stringContaining('CPF ou CNPJ'),
      expect.stringContaining('Cadastro'),
      expect.stringContaining('Cadastro'),
    ]);
    expect(shown((await ask(responder([asaas()]), turnOf(['x'], stored))).replies)).toEqual([
      { type: 'leave' },
    ]);
  });

  test('hands over to people without calling any system when the attempt limit is reached', async () => {
    const answer = await ask(
      responder([asaas()], false, () => false),
      turnOf([OWNER]),
    );
    expect(answer.replies).toEqual([{ type: 'leave' }]);
    expect(await service.requests()).toEqual([]);
  });
});

describe('billing system errors', () => {
  const faults: [Fault, string][] = [
    ['html', 'broken'],
    ['huge', 'broken'],
    ['redirects', 'broken'],
    [401, 'refused'],
    [429, 'busy'],
    [500, 'broken'],
  ];
  for (const [fault, expected] of faults)
    test(`${fault}: ${expected}`, async () => {
      for (const system of [asaas(), ixc()]) {
        await service.fails(fault);
        expect(await faultOf(ask(responder([system]), turnOf([OWNER])))).toBe(expected);
      }
    });

  test('reports unset when no system is configured', async () =>
    expect(await faultOf(ask(responder([]), turnOf([OWNER])))).toBe('unset'));
});
