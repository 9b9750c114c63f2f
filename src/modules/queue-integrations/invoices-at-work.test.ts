import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Service, startService } from '@test/machines/server.ts';
import { reachOf } from '@test/machines/turn.ts';
import { type BotDesk, createBotDesk } from '@/modules/chatbot/bot-desk.test-support.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';

let desk: BotDesk;
let isp: Service;
beforeAll(async () => {
  [desk, isp] = await Promise.all([createBotDesk(), startService('invoices')]);
  Object.assign(desk.desk.kernel.services, reachOf(isp.url));
  const ana = await desk.desk.scopeOf('ana');
  await changeSetting(ana, { key: 'ipixc', value: `${isp.url}/ixc` });
  await changeSetting(ana, { key: 'tokenixc', value: '1:CANARY' });
});
afterAll(async () => {
  await isp?.stop();
  await desk?.desk.stop();
});

async function told(text: string): Promise<void> {
  const { clock, kernel } = desk.desk;
  await desk.write(text);
  for (let n = 0; n < 3; n += 1) {
    clock.advance(2_000);
    for (const lane of ['machine:', 'send:']) kernel.outbox.wake(desk.scope.companyId, lane);
    await desk.desk.settle();
  }
}
const heardSince = async (known: number) => (await desk.automatic()).slice(known).map(({ body }) => body);
const count = async () => (await desk.automatic()).length;

test('a customer chooses the queue, mistypes the document, and gets the code, the line and the PDF', async () => {
  const { Vendas, Suporte } = desk.desk.cast.queueId;
  await desk.offer(Vendas, Suporte);
  await desk.queue(Suporte, { sendsInvoices: true });
  await desk.connection({ greetingMessage: 'Olá!', complationMessage: 'Até a próxima.' });
  const menu = (await desk.write('oi')).join('\n');
  const [, choice] = /\*\[ (\d) \]\* - Suporte/.exec(menu) ?? [];

  let known = await count();
  await told(choice ?? '');
  expect(await heardSince(known)).toEqual([expect.stringContaining('*CPF ou CNPJ*')]);
  expect(await desk.ticket()).toMatchObject({ queueId: Suporte, useIntegration: true, promptId: null });

  known = await count();
  await told('529.982.247-26');
  expect(await heardSince(known)).toEqual([expect.stringContaining('Cadastro não localizado!')]);
  expect(await isp.heard()).toEqual([]);

  known = await count();
  const sent = desk.desk.whatsapp.sent.length;
  await told('é 529.982.247-25');
  expect(await heardSince(known)).toEqual([
    '*Fatura com vencimento em 10/02/2026*\nValor: R$ 89,90',
    ...['Pix copia e cola:', '000201IXC', 'Linha digitável do boleto:', '34191.7'],
    'boleto-2026-02-10.pdf',
  ]);
  const file = desk.desk.whatsapp.sent.slice(sent).find(({ content }) => content.type === 'document');
  expect(file?.content).toMatchObject({ fileName: 'boleto-2026-02-10.pdf', mime: 'application/pdf' });
  expect(await desk.ticket()).toMatchObject({ status: 'closed', useIntegration: false });
  const paths = (await isp.heard()).map(({ path }) => path.split('/').at(-1));
  expect(paths).toEqual(['cliente', 'fn_areceber', 'get_boleto', 'get_pix']);

  known = await count();
  desk.desk.clock.advance(10_000);
  desk.desk.kernel.outbox.wake(desk.scope.companyId, 'farewell:');
  await desk.desk.settle();
  expect(await heardSince(known)).toEqual(['Até a próxima.']);
});
