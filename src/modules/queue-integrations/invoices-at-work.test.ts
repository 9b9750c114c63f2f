import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Service, startService } from '@test/responders/server.ts';
import { reachOf } from '@test/responders/turn.ts';
import { type BotFixture, createBotFixture } from '@/modules/chatbot/bot-fixture.test-support.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';

let fixture: BotFixture;
let isp: Service;
beforeAll(async () => {
  [fixture, isp] = await Promise.all([createBotFixture(), startService('invoices')]);
  Object.assign(fixture.testApp.kernel.services, reachOf(isp.url));
  const ana = await fixture.testApp.scopeOf('ana');
  await changeSetting(ana, { key: 'ipixc', value: `${isp.url}/ixc` });
  await changeSetting(ana, { key: 'tokenixc', value: '1:CANARY' });
});
afterAll(async () => {
  await isp?.stop();
  await fixture?.testApp.stop();
});

async function reported(text: string): Promise<void> {
  const { clock, kernel } = fixture.testApp;
  await fixture.write(text);
  for (let n = 0; n < 3; n += 1) {
    clock.advance(2_000);
    for (const queueKey of ['machine:', 'send:']) kernel.outbox.wake(fixture.scope.companyId, queueKey);
    await fixture.testApp.settle();
  }
}
const receivedSince = async (known: number) =>
  (await fixture.automatic()).slice(known).map(({ body }) => body);
const count = async () => (await fixture.automatic()).length;

test('sends invoice code, payable line and PDF after a mistyped document', async () => {
  const { Vendas, Suporte } = fixture.testApp.people.queueId;
  await fixture.offer(Vendas, Suporte);
  await fixture.queue(Suporte, { sendsInvoices: true });
  await fixture.connection({ greetingMessage: 'Olá!', complationMessage: 'Até a próxima.' });
  const menu = (await fixture.write('oi')).join('\n');
  const [, choice] = /\*\[ (\d) \]\* - Suporte/.exec(menu) ?? [];

  let known = await count();
  await reported(choice ?? '');
  expect(await receivedSince(known)).toEqual([expect.stringContaining('*CPF ou CNPJ*')]);
  expect(await fixture.ticket()).toMatchObject({ queueId: Suporte, useIntegration: true, promptId: null });

  known = await count();
  await reported('529.982.247-26');
  expect(await receivedSince(known)).toEqual([expect.stringContaining('Cadastro não localizado!')]);
  expect(await isp.requests()).toEqual([]);

  known = await count();
  const sent = fixture.testApp.whatsapp.sent.length;
  await reported('é 529.982.247-25');
  expect(await receivedSince(known)).toEqual([
    '*Fatura com vencimento em 10/02/2026*\nValor: R$ 89,90',
    ...['Pix copia e cola:', '000201IXC', 'Linha digitável do boleto:', '34191.7'],
    'boleto-2026-02-10.pdf',
  ]);
  const file = fixture.testApp.whatsapp.sent.slice(sent).find(({ content }) => content.type === 'document');
  expect(file?.content).toMatchObject({ fileName: 'boleto-2026-02-10.pdf', mime: 'application/pdf' });
  expect(await fixture.ticket()).toMatchObject({ status: 'closed', useIntegration: false });
  const paths = (await isp.requests()).map(({ path }) => path.split('/').at(-1));
  expect(paths).toEqual(['cliente', 'fn_areceber', 'get_boleto', 'get_pix']);

  known = await count();
  fixture.testApp.clock.advance(10_000);
  fixture.testApp.kernel.outbox.wake(fixture.scope.companyId, 'farewell:');
  await fixture.testApp.settle();
  expect(await receivedSince(known)).toEqual(['Até a próxima.']);
});
