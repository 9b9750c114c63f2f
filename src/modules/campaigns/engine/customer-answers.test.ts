import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { optOuts, sendingDays, tickets } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { type CampaignFixture, createCampaignFixture, numberOf } from './campaign-fixture.test-support.ts';
import { REPLIED_WITHIN_MS } from './customer-messages.steps.ts';
import { ANSWERED_WITHIN_MS } from './finish-campaign.outbox.ts';

let stand: CampaignFixture;

beforeAll(async () => {
  stand = await createCampaignFixture();
});
afterAll(() => stand.testApp.stop());
beforeEach(async () => {
  await stand.reset();
  await stand.limit({});
});

const HOUR = 3_600_000;
const states = async (id: number) => (await stand.shippings(id)).map(({ state }) => state);
const asking = {
  confirmation: true,
  confirmationMessages: ['Quer a oferta, {nome}?'],
  messages: ['A oferta!'],
};
async function finish(id: number): Promise<void> {
  for (let n = 0; n < 50 && (await stand.campaign(id)).status === 'EM_ANDAMENTO'; n += 1)
    await stand.passGap(id);
}
async function ticketOf(index: number) {
  const contact = await stand.system.db.query.contacts.findFirst({
    where: (row) => eq(row.number, numberOf(index)),
  });
  return stand.system.db.query.tickets.findFirst({ where: eq(tickets.contactId, contact?.id ?? 0) });
}

describe('campaign with a question', () => {
  test('sends the question, then the message to confirmed recipients first', async () => {
    const id = await stand.add(await stand.list(4), asking);
    await stand.pass(0);
    await stand.passGap(id);
    expect(stand.texts()).toEqual(['Quer a oferta, Pessoa 0?', 'Quer a oferta, Pessoa 1?']);
    await stand.receiveText(0, 'Quero!');
    await stand.pass(999);
    expect(stand.texts()).toHaveLength(2);
    await stand.pass(1);
    expect(stand.texts().slice(2)).toEqual(['A oferta!']);
    expect(stand.to()[2]).toBe(0);
    expect(await states(id)).toEqual(['delivered', 'asked', 'waiting', 'waiting']);
    const [first] = await stand.shippings(id);
    expect([first?.confirmationRequestedAt, first?.confirmedAt, first?.deliveredAt].every(Boolean)).toBe(
      true,
    );
  });

  test('leaves the ticket closed on an answer and opens it on a question', async () => {
    const id = await stand.add(await stand.list(3), asking);
    await stand.pass(0);
    await stand.passGap(id);
    await stand.receiveText(0, 'sim');
    expect(await ticketOf(0)).toMatchObject({ status: 'closed', unreadMessages: 0, waitingSince: null });
    await stand.receiveText(1, 'sim, quanto custa?');
    expect(await ticketOf(1)).toMatchObject({ status: 'pending', unreadMessages: 1, isSilent: false });
    await finish(id);
    expect((await states(id)).slice(0, 2)).toEqual(['delivered', 'delivered']);
  });

  for (const no of ['Não quero, obrigado', 'no gracias', 'N', 'Agora não!'])
    test(`“${no}” declines without a message or an open ticket`, async () => {
      const id = await stand.add(await stand.list(2), asking);
      await stand.pass(0);
      await stand.receiveText(0, no);
      await finish(id);
      expect(stand.texts()).toHaveLength(2);
      const [first] = await stand.shippings(id);
      expect(first).toMatchObject({ state: 'declined', confirmedAt: null, deliveredAt: null });
      expect(first?.repliedAt).not.toBeNull();
      expect(await ticketOf(0)).toMatchObject({ status: 'closed', unreadMessages: 0 });
      expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    });

  test('an unclear answer opens the ticket and leaves the question open', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    await stand.receiveText(0, 'Quem está falando');
    expect(await states(id)).toEqual(['asked']);
    expect(await ticketOf(0)).toMatchObject({ status: 'pending', unreadMessages: 1 });
    await stand.receiveText(0, 'Ah, entendi');
    await stand.receiveText(0, 'Sim');
    await stand.pass(1_000);
    expect(await states(id)).toEqual(['delivered']);
  });

  test('the company’s own answers replace the defaults', async () => {
    await stand.set({ answers: { yes: ['bora'], no: ['passo'] } });
    const id = await stand.add(await stand.list(2), asking);
    await stand.pass(0);
    await stand.passGap(id);
    await stand.receiveText(0, 'Bora!');
    await stand.receiveText(1, 'Passo, valeu');
    await finish(id);
    expect(await states(id)).toEqual(['delivered', 'declined']);
  });

  for (const [answer, ends] of [
    ['sim', 'delivered'],
    ['não', 'declined'],
    ['sair', 'skipped'],
  ] as const)
    test(`“${answer}” counts although the question’s receipt is not yet stored`, async () => {
      const id = await stand.add(await stand.list(1), asking);
      let arrived: Promise<void> | undefined;
      stand.onSend((send) => {
        arrived ??= stand.arrives(0, answer);
        return arrived.then(send);
      });
      await stand.pass(0);
      expect(await states(id)).toEqual([ends === 'delivered' ? 'confirmed' : ends]);
      await finish(id);
      expect(await states(id)).toEqual([ends]);
      const [row] = await stand.shippings(id);
      expect([row?.confirmationRequestedAt, row?.repliedAt].every(Boolean)).toBe(true);
    });

  test('many answers at once cause no burst', async () => {
    await stand.set({ messageInterval: 20 });
    const id = await stand.add(await stand.list(5), asking);
    await stand.pass(0);
    for (let n = 0; n < 4; n += 1) await stand.passGap(id);
    for (let n = 0; n < 5; n += 1) await stand.receiveText(n, 'sim');
    const before = stand.texts().length;
    await stand.pass(1_000);
    expect(stand.texts().length - before).toBeLessThanOrEqual(1);
    await stand.pass(999);
    expect(stand.texts().length - before).toBeLessThanOrEqual(1);
  });

  test('sends to a confirmed recipient despite the daily cap', async () => {
    await stand.limit({ dailyCap: 1 });
    await stand.add(await stand.list(2), asking);
    await stand.pass(0);
    await stand.receiveText(0, 'sim');
    await stand.pass(1_000);
    expect(stand.texts()).toEqual(['Quer a oferta, Pessoa 0?', 'A oferta!']);
  });

  test('ends a day after the last question without silent recipients', async () => {
    const id = await stand.add(await stand.list(2), asking);
    await stand.pass(0);
    await stand.passGap(id);
    await stand.pass(ANSWERED_WITHIN_MS - HOUR);
    expect((await stand.campaign(id)).status).toBe('EM_ANDAMENTO');
    await stand.receiveText(1, 'sim');
    await stand.pass(1_000);
    await stand.pass(2 * HOUR);
    expect((await stand.campaign(id)).status).toBe('FINALIZADA');
    const rows = await stand.shippings(id);
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'no_answer'],
      ['delivered', null],
    ]);
  });

  test('an answer while stopped sends no message, even after a restart', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    const ana = await stand.testApp.as('ana');
    await ana.json('POST', `/campaigns/${id}/cancel`);
    await stand.receiveText(0, 'sim');
    await stand.pass(HOUR);
    expect(stand.texts()).toHaveLength(1);
    await ana.json('POST', `/campaigns/${id}/restart`);
    await stand.testApp.settle();
    await finish(id);
    expect(stand.texts()).toHaveLength(1);
  });
});

describe('opt-out by a customer', () => {
  for (const word of ['sair', 'SAIR', ' Parar! ', 'párar.'])
    test(`“${word}” opts out with a reply and leaves the ticket closed`, async () => {
      const id = await stand.add(await stand.list(2));
      await stand.pass(0);
      await stand.receiveText(0, word);
      expect(await stand.system.db.select().from(optOuts)).toMatchObject([{ number: numberOf(0) }]);
      expect(stand.texts()).toHaveLength(2);
      expect(await ticketOf(0)).toMatchObject({ status: 'closed', unreadMessages: 0 });
      await finish(id);
      const again = await stand.add((await stand.campaign(id)).contactListId ?? 0, { name: 'Outra' });
      await stand.pass(0);
      await finish(again);
      const reported = stand.to().filter((index) => index === 0);
      expect(reported).toHaveLength(2);
      expect(await states(again)).toEqual(['skipped', 'delivered']);
    });

  test('is confirmed with the reply’s variables filled in', async () => {
    const ana = await stand.testApp.as('ana');
    await ana.part('PUT', '/campaigns-config/opt-out', {
      keywords: 'sair',
      reply: 'Tchau, {{firstName}} {nome}!',
    });
    await stand.add(await stand.list(1));
    await stand.pass(0);
    await stand.receiveText(0, 'sair');
    expect(stand.texts()[1]).toMatch(/^Tchau, \S+ \S+.*!$/);
    expect(stand.texts()[1]).not.toMatch(/[{}]/);
  });

  test('twice is confirmed once and “voltar” reverts it', async () => {
    const id = await stand.add(await stand.list(1));
    await stand.pass(0);
    await stand.receiveText(0, 'sair');
    await stand.receiveText(0, 'sair');
    expect(stand.texts()).toHaveLength(2);
    await stand.receiveText(0, 'Voltar');
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    expect(stand.texts()[2]).toBe(
      'Pronto! Você volta a receber nossas mensagens. Para sair de novo, responda *sair*.',
    );
    expect(await ticketOf(0)).toMatchObject({ status: 'closed' });
    expect((await stand.campaign(id)).id).toBe(id);
  });

  test('“voltar” is answered with the company’s own opt-out word, or with none', async () => {
    const ana = await stand.testApp.as('ana');
    const set = (keywords: string) =>
      ana.part('PUT', '/campaigns-config/opt-out', { keywords, reply: 'Tchau!' });
    await set('chega, basta');
    await stand.add(await stand.list(1));
    await stand.pass(0);
    await stand.receiveText(0, 'chega');
    await stand.receiveText(0, 'voltar');
    expect(stand.texts()[2]).toEndWith('Para sair de novo, responda *chega*.');
    await stand.receiveText(0, 'basta');
    await set('');
    await stand.receiveText(0, 'voltar');
    expect(stand.texts()[4]).toBe('Pronto! Você volta a receber nossas mensagens.');
  });

  test('within a longer text does nothing and opens the ticket', async () => {
    await stand.add(await stand.list(1));
    await stand.pass(0);
    await stand.receiveText(0, 'vou sair agora, obrigada');
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    expect(await ticketOf(0)).toMatchObject({ status: 'pending' });
  });

  test('without a previous campaign does nothing and opens the ticket', async () => {
    await stand.receiveText(9, 'sair');
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    expect(await ticketOf(9)).toMatchObject({ status: 'pending' });
  });

  test('in reply to a question sends no message', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    await stand.receiveText(0, 'sair');
    await finish(id);
    expect(await states(id)).toEqual(['skipped']);
    expect(stand.texts()).toHaveLength(2);
  });
});

describe('replies', () => {
  test('count once, within three days, on their day', async () => {
    const id = await stand.add(await stand.list(2));
    await stand.pass(0);
    await finish(id);
    await stand.receiveText(0, 'oi');
    await stand.receiveText(0, 'tudo bem?');
    const rows = await stand.shippings(id);
    expect(rows.map(({ repliedAt }) => repliedAt !== null)).toEqual([true, false]);
    expect(await stand.system.db.select().from(sendingDays)).toMatchObject([{ sent: 2, replies: 1 }]);
    await stand.pass(REPLIED_WITHIN_MS + 1);
    await stand.receiveText(1, 'oi');
    expect((await stand.shippings(id))[1]?.repliedAt).toBeNull();
  });

  test('messages from the company’s own phone do not count', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    const from = { pn: `${numberOf(0)}@s.whatsapp.net`, lid: null };
    await stand.testApp.listener.onMessages(stand.target, [inbound({ from, fromMe: true, text: 'sair' })]);
    await stand.testApp.settle();
    expect(await states(id)).toEqual(['asked']);
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
  });
});
