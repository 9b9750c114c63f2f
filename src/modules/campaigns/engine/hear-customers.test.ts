import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { optOuts, sendingDays, tickets } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { type CampaignDesk, createCampaignDesk, numberOf } from './campaign-desk.test-support.ts';
import { ANSWERED_WITHIN_MS } from './finish.ts';
import { REPLIED_WITHIN_MS } from './hear.ts';

let stand: CampaignDesk;

beforeAll(async () => {
  stand = await createCampaignDesk();
});
afterAll(() => stand.desk.stop());
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

describe('a campaign that asks first', () => {
  test('says the question, and the message to those who answer, after a moment, before everybody else', async () => {
    const id = await stand.add(await stand.list(4), asking);
    await stand.pass(0);
    await stand.passGap(id);
    expect(stand.texts()).toEqual(['Quer a oferta, Pessoa 0?', 'Quer a oferta, Pessoa 1?']);
    await stand.says(0, 'Quero!');
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

  test('its answer leaves the conversation closed; a question for a person opens it', async () => {
    const id = await stand.add(await stand.list(3), asking);
    await stand.pass(0);
    await stand.passGap(id);
    await stand.says(0, 'sim');
    expect(await ticketOf(0)).toMatchObject({ status: 'closed', unreadMessages: 0, waitingSince: null });
    await stand.says(1, 'sim, quanto custa?');
    expect(await ticketOf(1)).toMatchObject({ status: 'pending', unreadMessages: 1, isSilent: false });
    await finish(id);
    expect((await states(id)).slice(0, 2)).toEqual(['delivered', 'delivered']);
  });

  for (const no of ['Não quero, obrigado', 'no gracias', 'N', 'Agora não!'])
    test(`“${no}” declines: nothing is sent, and nobody has to answer`, async () => {
      const id = await stand.add(await stand.list(2), asking);
      await stand.pass(0);
      await stand.says(0, no);
      await finish(id);
      expect(stand.texts()).toHaveLength(2);
      const [first] = await stand.shippings(id);
      expect(first).toMatchObject({ state: 'declined', confirmedAt: null, deliveredAt: null });
      expect(first?.repliedAt).not.toBeNull();
      expect(await ticketOf(0)).toMatchObject({ status: 'closed', unreadMessages: 0 });
      expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    });

  test('what is neither yes nor no is for people, and leaves the question open', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    await stand.says(0, 'Quem está falando');
    expect(await states(id)).toEqual(['asked']);
    expect(await ticketOf(0)).toMatchObject({ status: 'pending', unreadMessages: 1 });
    await stand.says(0, 'Ah, entendi');
    await stand.says(0, 'Sim');
    await stand.pass(1_000);
    expect(await states(id)).toEqual(['delivered']);
  });

  test('the company’s own words count in the place of ours', async () => {
    await stand.set({ answers: { yes: ['bora'], no: ['passo'] } });
    const id = await stand.add(await stand.list(2), asking);
    await stand.pass(0);
    await stand.passGap(id);
    await stand.says(0, 'Bora!');
    await stand.says(1, 'Passo, valeu');
    await finish(id);
    expect(await states(id)).toEqual(['delivered', 'declined']);
  });

  for (const [answer, ends] of [
    ['sim', 'delivered'],
    ['não', 'declined'],
    ['sair', 'skipped'],
  ] as const)
    test(`“${answer}” counts before the question’s receipt is written down`, async () => {
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

  test('many answers at once are no burst', async () => {
    await stand.set({ messageInterval: 20 });
    const id = await stand.add(await stand.list(5), asking);
    await stand.pass(0);
    for (let n = 0; n < 4; n += 1) await stand.passGap(id);
    for (let n = 0; n < 5; n += 1) await stand.says(n, 'sim');
    const before = stand.texts().length;
    await stand.pass(1_000);
    expect(stand.texts().length - before).toBeLessThanOrEqual(1);
    await stand.pass(999);
    expect(stand.texts().length - before).toBeLessThanOrEqual(1);
  });

  test('neither hours nor caps keep one waiting who has answered', async () => {
    await stand.limit({ dailyCap: 1 });
    await stand.add(await stand.list(2), asking);
    await stand.pass(0);
    await stand.says(0, 'sim');
    await stand.pass(1_000);
    expect(stand.texts()).toEqual(['Quer a oferta, Pessoa 0?', 'A oferta!']);
  });

  test('ends a day after the last question, without those who said nothing', async () => {
    const id = await stand.add(await stand.list(2), asking);
    await stand.pass(0);
    await stand.passGap(id);
    await stand.pass(ANSWERED_WITHIN_MS - HOUR);
    expect((await stand.campaign(id)).status).toBe('EM_ANDAMENTO');
    await stand.says(1, 'sim');
    await stand.pass(1_000);
    await stand.pass(2 * HOUR);
    expect((await stand.campaign(id)).status).toBe('FINALIZADA');
    const rows = await stand.shippings(id);
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'no_answer'],
      ['delivered', null],
    ]);
  });

  test('stopped, it keeps an answer for later', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    const ana = await stand.desk.as('ana');
    await ana.json('POST', `/campaigns/${id}/cancel`);
    await stand.says(0, 'sim');
    await stand.pass(HOUR);
    expect(stand.texts()).toHaveLength(1);
    await ana.json('POST', `/campaigns/${id}/restart`);
    await stand.desk.settle();
    await finish(id);
    expect(stand.texts()).toHaveLength(1);
  });
});

describe('whoever writes the word', () => {
  for (const word of ['sair', 'SAIR', ' Parar! ', 'párar.'])
    test(`“${word}” gets no more, is told so, and nobody has to answer`, async () => {
      const id = await stand.add(await stand.list(2));
      await stand.pass(0);
      await stand.says(0, word);
      expect(await stand.system.db.select().from(optOuts)).toMatchObject([{ number: numberOf(0) }]);
      expect(stand.texts()).toHaveLength(2);
      expect(await ticketOf(0)).toMatchObject({ status: 'closed', unreadMessages: 0 });
      await finish(id);
      const again = await stand.add((await stand.campaign(id)).contactListId ?? 0, { name: 'Outra' });
      await stand.pass(0);
      await finish(again);
      const told = stand.to().filter((index) => index === 0);
      expect(told).toHaveLength(2);
      expect(await states(again)).toEqual(['skipped', 'delivered']);
    });

  test('twice is told once; and “voltar” brings them back', async () => {
    const id = await stand.add(await stand.list(1));
    await stand.pass(0);
    await stand.says(0, 'sair');
    await stand.says(0, 'sair');
    expect(stand.texts()).toHaveLength(2);
    await stand.says(0, 'Voltar');
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    expect(stand.texts()[2]).toStartWith('Pronto!');
    expect(await ticketOf(0)).toMatchObject({ status: 'closed' });
    expect((await stand.campaign(id)).id).toBe(id);
  });

  test('among other words means nothing, and opens the conversation', async () => {
    await stand.add(await stand.list(1));
    await stand.pass(0);
    await stand.says(0, 'vou sair agora, obrigada');
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    expect(await ticketOf(0)).toMatchObject({ status: 'pending' });
  });

  test('without ever having got a campaign is asked by nobody', async () => {
    await stand.says(9, 'sair');
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
    expect(await ticketOf(9)).toMatchObject({ status: 'pending' });
  });

  test('as the answer to a question gets no message', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    await stand.says(0, 'sair');
    await finish(id);
    expect(await states(id)).toEqual(['skipped']);
    expect(stand.texts()).toHaveLength(2);
  });
});

describe('replies', () => {
  test('count once, for the newest campaign, within three days, on the day they come', async () => {
    const id = await stand.add(await stand.list(2));
    await stand.pass(0);
    await finish(id);
    await stand.says(0, 'oi');
    await stand.says(0, 'tudo bem?');
    const rows = await stand.shippings(id);
    expect(rows.map(({ repliedAt }) => repliedAt !== null)).toEqual([true, false]);
    expect(await stand.system.db.select().from(sendingDays)).toMatchObject([{ sent: 2, replies: 1 }]);
    await stand.pass(REPLIED_WITHIN_MS + 1);
    await stand.says(1, 'oi');
    expect((await stand.shippings(id))[1]?.repliedAt).toBeNull();
  });

  test('the company’s own phone is no customer', async () => {
    const id = await stand.add(await stand.list(1), asking);
    await stand.pass(0);
    const from = { pn: `${numberOf(0)}@s.whatsapp.net`, lid: null };
    await stand.desk.listener.onMessages(stand.target, [inbound({ from, fromMe: true, text: 'sair' })]);
    await stand.desk.settle();
    expect(await states(id)).toEqual(['asked']);
    expect(await stand.system.db.select().from(optOuts)).toEqual([]);
  });
});

test('one message can be tried before, with the tester’s own name', async () => {
  const ana = await stand.desk.as('ana');
  const form = {
    message1: 'Olá, {nome}',
    testNumber1: '11 96000-0077',
    whatsappId: String(stand.connectionId),
  };
  const reply = await ana.part('POST', '/campaigns/test/1', form);
  await stand.desk.settle();
  expect(reply.status).toBe(204);
  expect(stand.texts()).toEqual(['Olá, Ana']);
  for (const without of ['message1', 'testNumber1'])
    await ana.part('POST', '/campaigns/test/1', { ...form, [without]: '' });
  expect(stand.texts()).toHaveLength(1);
});
