import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Service, startService } from '@test/machines/server.ts';
import type { Fault } from '@test/machines/servers/serve.ts';
import { ask, faultOf, reachOf, shown, turnOf } from '@test/machines/turn.ts';
import { shownDocument } from '@/document.schema.ts';
import { createAsaas } from '../asaas/asaas.ts';
import { createIxc } from '../ixc/ixc.ts';
import { createMkAuth } from '../mk-auth/mk-auth.ts';
import type { InvoiceSystem } from './invoice-system.ts';
import { createInvoices } from './invoices.ts';

let service: Service;
beforeAll(async () => {
  service = await startService('invoices');
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.fails('hangs', 0);
  await service.heard();
});

const OWNER = '52998224725';
const STRANGER = '11144477735';
const asaas = () => createAsaas({ token: 'CANARY-asaas', baseUrl: `${service.url}/asaas/` });
const ixc = () => createIxc({ address: `${service.url}/ixc`, token: '1:CANARY', shown: shownDocument });
const mkAuth = () => createMkAuth({ address: `${service.url}/mk`, clientId: 'id', clientSecret: 'CANARY' });
const machine = (systems: InvoiceSystem[], isTrust = false, mayLookUp = () => true) =>
  createInvoices({
    ...{ ...reachOf(service.url), systems, isTrust, mayLookUp },
    documentIn: (text) => [OWNER, STRANGER].find((one) => text.includes(one)) ?? '',
  });
const said = async (systems: InvoiceSystem[], text: string, isTrust = false) =>
  shown((await ask(machine(systems, isTrust), turnOf([text]))).replies);

describe('a second copy', () => {
  test('of Asaas: the oldest first, with the codes there are', async () => {
    expect(await said([asaas()], OWNER)).toEqual([
      '*Fatura com vencimento em 10/01/2026*\nValor: R$ 100,00',
      ...['Linha digitável do boleto:', '23790.1'],
      '*Fatura com vencimento em 10/02/2026*\nValor: R$ 99,90',
      ...['Pix copia e cola:', '000201PIX1', { type: 'close' }],
    ]);
  });

  test('of IXC: what is open alone, with the PDF', async () => {
    expect(await said([ixc()], OWNER)).toEqual([
      '*Fatura com vencimento em 10/02/2026*\nValor: R$ 89,90',
      ...['Pix copia e cola:', '000201IXC', 'Linha digitável do boleto:', '34191.7'],
      ...['application/pdf boleto-2026-02-10.pdf', { type: 'close' }],
    ]);
  });

  test('of MK-Auth: one bill that is no list', async () => {
    expect((await said([mkAuth()], OWNER)).slice(0, 3)).toEqual([
      '*Fatura com vencimento em 10/02/2026*\nValor: R$ 75,00',
      ...['Pix copia e cola:', '000201MK'],
    ]);
  });

  test('an unknown document gets nothing, whatever a system answers', async () => {
    for (const system of [asaas(), ixc(), mkAuth()])
      expect(await said([system], STRANGER)).toEqual([expect.stringContaining('Cadastro não localizado!')]);
  });

  test('on trust: the line that is closed for a late payment', async () => {
    expect(await said([mkAuth(), ixc()], OWNER, true)).toEqual([
      expect.stringContaining('liberada em confiança'),
      { type: 'close' },
    ]);
  });
});

describe('who asks', () => {
  test('is asked for the document, may miss it, and comes to people at the third', async () => {
    let kept = {};
    const replies: unknown[] = [];
    for (const text of ['oi', '123', STRANGER]) {
      const answer = await ask(machine([asaas()]), turnOf([text], kept));
      kept = answer.kept;
      replies.push(...shown(answer.replies));
    }
    expect(replies).toEqual([
      expect.stringContaining('CPF ou CNPJ'),
      expect.stringContaining('Cadastro'),
      expect.stringContaining('Cadastro'),
    ]);
    expect(shown((await ask(machine([asaas()]), turnOf(['x'], kept))).replies)).toEqual([{ type: 'leave' }]);
  });

  test('too often, is asked nothing more: no system hears of it', async () => {
    const answer = await ask(
      machine([asaas()], false, () => false),
      turnOf([OWNER]),
    );
    expect(answer.replies).toEqual([{ type: 'leave' }]);
    expect(await service.heard()).toEqual([]);
  });
});

describe('a system in trouble', () => {
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
        expect(await faultOf(ask(machine([system]), turnOf([OWNER])))).toBe(expected);
      }
    });

  test('none is set up', async () => expect(await faultOf(ask(machine([]), turnOf([OWNER])))).toBe('unset'));
});
