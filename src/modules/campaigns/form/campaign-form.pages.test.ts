import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  campaigns,
  connections,
  contactLists,
  contacts,
  optOuts,
  tickets,
  ticketTags,
} from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { eq } from 'drizzle-orm';
import { zonedTime } from '@/core/zoned-time.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { MAX_CHOICES } from '../campaign-choices.queries.ts';
import {
  type CampaignFixture,
  createCampaignFixture,
  numberOf,
} from '../engine/campaign-fixture.test-support.ts';

const ZONE = 'America/Sao_Paulo';
let stand: CampaignFixture;
let ana: Browser;

beforeAll(async () => {
  stand = await createCampaignFixture();
  ana = await stand.testApp.as('ana');
});
afterAll(() => stand.testApp.stop());
beforeEach(async () => {
  await stand.reset();
  await stand.system.write((tx) => tx.db.update(connections).set({ isDefault: true }));
});

const all = () => stand.system.db.select().from(campaigns);
const one = async () => (await all())[0];
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function planOf(query: Record<string, string | number>): Promise<string> {
  const asked = Object.entries({ start: 'now', source: 'list', ...query }).map(([key, value]) => [
    key,
    String(value),
  ]);
  const { status, text } = await ana.part('GET', `/campaigns/plan?${new URLSearchParams(asked)}`);
  expect(status).toBe(200);
  return text;
}
const sentenceOf = (html: string) => plain(/<p role="status".*?<\/p>/s.exec(html)?.[0] ?? '').trim();

async function tagged(...indexes: number[]): Promise<number> {
  const tag = await createTag(stand.system, { name: `VIP ${indexes}`, color: '#1F7A1F', kanban: false });
  for (const index of indexes) {
    await stand.receiveText(index, 'oi');
    const [contact] = await stand.system.db
      .select()
      .from(contacts)
      .where(eq(contacts.number, numberOf(index)));
    const [ticket] = await stand.system.db
      .select()
      .from(tickets)
      .where(eq(tickets.contactId, contact?.id ?? 0));
    await stand.system.write((tx) =>
      tx.db.insert(ticketTags).values({ ticketId: ticket?.id ?? 0, tagId: tag.id }),
    );
  }
  return tag.id;
}

const HALF_HOUR_MS = 30 * 60_000;

describe('the plan of a campaign', () => {
  test('counts who gets it and names why others do not', async () => {
    const isOnWhatsapp = (index: number) => (index < 6 ? true : index < 8 ? false : null);
    const list = await stand.list(9, isOnWhatsapp);
    await stand.receiveText(1, 'oi');
    await stand.system.write(async (tx) => {
      await tx.db
        .update(contacts)
        .set({ isBlocked: true })
        .where(eq(contacts.number, numberOf(1)));
      await tx.db
        .insert(optOuts)
        .values([2, 3].map((index) => ({ number: numberOf(index), keyword: 'sair' })));
    });
    const text = plain(await planOf({ contactListId: list }));
    for (const part of [
      '3 pessoas recebem',
      '1 Contato bloqueado',
      '2 Pediu para não receber',
      '2 Não está no WhatsApp',
      '1 Número ainda não verificado',
    ])
      expect(text).toContain(part);
  });

  test('counts the contacts of a tag, and shows the message with the first of them', async () => {
    const tagId = await tagged(3, 4);
    const html = await planOf({ source: 'tag', tagListId: tagId });
    expect(plain(html)).toContain('2 pessoas recebem');
    expect(html).toContain(numberOf(3));
  });

  test.each([
    ['pt', '190 pessoas, por Loja: começa agora e termina quinta às 00:00.', 'quinta'],
    ['en', '190 people, through Loja: it starts now and ends on Thursday at 00:00.', 'Thursday'],
    ['es', '190 personas, por Loja: empieza ahora y termina el jueves a las 00:00.', 'jueves'],
  ])(
    'says in one sentence of %s who gets it, through which line and until when',
    async (lang, sentence, day) => {
      await stand.set({ messageInterval: 0, longerIntervalAfter: 0 });
      const path = `/campaigns/plan?start=now&source=list&contactListId=${await stand.list(190)}`;
      const headers = {
        Accept: 'text/html',
        'HX-Request': 'true',
        Cookie: `sid=${ana.cookie}; lang=${lang}`,
      };
      const html = await (await ana.raw(path, { headers })).text();
      expect(sentenceOf(html)).toBe(sentence);
      expect(plain(/<ol class="campaign-days".*?<\/ol>/s.exec(html)?.[0] ?? '')).toContain(` ${day} 40`);
      expect(plain(html)).toContain('50');
    },
  );

  test('names what is missing instead of an end', async () => {
    expect(sentenceOf(await planOf({}))).toContain('Escolha quem recebe');
    const nobody = await stand.list(2, () => false);
    expect(sentenceOf(await planOf({ contactListId: nobody }))).toContain('Ninguém da lista');
    await stand.system.write((tx) => tx.db.update(connections).set({ isDefault: false }));
    expect(sentenceOf(await planOf({ contactListId: await stand.list(2) }))).toContain('Escolha uma conexão');
    expect((await ana.part('GET', '/campaigns/plan?day=tomorrow&whatsappId=x&start=soon')).status).toBe(200);
  });

  test('includes what other campaigns still send through the same number, and names them', async () => {
    await stand.set({ messageInterval: 0, longerIntervalAfter: 0 });
    await stand.limit({ dailyCap: 40 });
    const list = await stand.list(30);
    const alone = sentenceOf(await planOf({ contactListId: list }));
    expect(alone).toMatch(/termina hoje às [\d:]+\.$/);
    await stand.add(await stand.list(30), { name: 'Outono' });
    await stand.add(await stand.list(5), { name: 'Páscoa', status: 'CANCELADA' });
    const known = await stand.add(list, { name: 'Natal', status: 'INATIVA', scheduledAt: null });
    for (const query of [{}, { campaignId: known }] as Record<string, number>[]) {
      const shared = sentenceOf(await planOf({ contactListId: list, ...query }));
      expect(shared).toContain('termina amanhã às 00:00.');
      expect(shared).toMatch(/Até lá, saem também (29|30) mensagens de Outono por este número\.$/);
    }
    const question = await ana.part('GET', `/campaigns/${known}/start`);
    expect(plain(question.text)).toContain('mensagens de Outono');
  });

  test.each([
    ['within a day', { limit: {}, people: 15, from: undefined, other: 0 }],
    [
      'over a night',
      { limit: { quietFrom: '09:05', quietTo: '11:30' }, people: 20, from: undefined, other: 0 },
    ],
    [
      'from a date, through the warm-up',
      { limit: { warmsUp: true }, people: 70, from: '2026-03-14 23:30', other: 0 },
    ],
    ['beside another one', { limit: { dailyCap: 20 }, people: 15, from: undefined, other: 30 }],
  ])('ends when the campaign really does: %s', async (_name, { limit, people, from, other }) => {
    stand.pace.chance = () => 0.5;
    await stand.limit(limit);
    await stand.set({ messageInterval: 20, longerIntervalAfter: 10, greaterInterval: 60 });
    const list = await stand.list(people);
    if (other > 0) await stand.add(await stand.list(other));
    const [day = '', time = ''] = (from ?? '').split(' ');
    const html = await planOf({ contactListId: list, ...(from ? { start: 'date', day, time } : {}) });
    const text = /termina (.*?)\.$/.exec(sentenceOf(html))?.[1] ?? '';
    const scheduledAt = from ? zonedTime(day, time, ZONE) : stand.testApp.clock.now;
    const id = await stand.add(list, { scheduledAt });
    const numbers = other + people;
    const wait = scheduledAt.getTime() - stand.testApp.clock.now.getTime();
    await stand.pass(wait);
    for (let n = 0, quiet = 0; n < 20_000 && stand.to().length < numbers; n += 1) {
      const sent = stand.to().length;
      const untilHalfHour = HALF_HOUR_MS - (stand.testApp.clock.now.getTime() % HALF_HOUR_MS);
      // Quiet hours and days whose cap is reached end with a half hour.
      const isOver = quiet > 60 && quiet % 10 === 0;
      await stand.pass(isOver ? untilHalfHour : n % 2 ? 15_000 : 8_000);
      quiet = stand.to().length > sent ? 0 : quiet + 1;
    }
    expect(stand.to()).toHaveLength(numbers);
    const last = (await stand.shippings(id)).reduce(
      (end, { updatedAt }) => Math.max(end, updatedAt.getTime()),
      0,
    );
    const [hour = 0, minute = 0] = (/(\d\d):(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
    const shown = new Date(last - 3 * 3_600_000);
    const late = shown.getUTCHours() * 60 + shown.getUTCMinutes() - (hour * 60 + minute);
    expect([text, late >= 0 && late <= 5]).toEqual([text, true]);
  });
});

const form = { name: 'Natal', message1: 'Boas festas, {nome} e {{firstName}}', step: 'summary' };

describe('the form of a campaign', () => {
  test('is refused at the step of the error, with everything that was typed', async () => {
    const list = String(await stand.list(2));
    const typed = { ...form, contactListId: list, source: 'list', start: 'later', message2: 'Oi, {{cupom}}' };
    const { status, text } = await ana.part('POST', '/campaigns', typed);
    expect(status).toBe(422);
    expect(text).toContain('cupom');
    expect(text).toMatch(/id="step-message-wrong"[^>]*checked/);
    expect(text).toMatch(/id="pane-msg2-wrong"[^>]*checked/);
    expect(text).toMatch(new RegExp(`<option value="${list}" selected`));
    expect(text).toContain('Boas festas, {nome} e {{firstName}}');
    expect(sentenceOf(text)).toStartWith('2 pessoas, por Loja.');
    expect(await all()).toEqual([]);
  });

  test('starts the campaign now when it is asked to', async () => {
    const list = String(await stand.list(2));
    const reply = await ana.part('POST', '/campaigns', {
      ...form,
      contactListId: list,
      source: 'list',
      start: 'now',
    });
    expect(reply.status).toBe(204);
    expect((await one())?.status).toBe('EM_ANDAMENTO');
    await stand.pass(0);
    expect(stand.to()).toEqual([0]);
  });

  test.each([
    ['now', {}, 'Escolha uma lista de contatos'],
    ['now', { source: 'tag' }, 'Escolha uma tag'],
    ['date', { day: '2026-03-20' }, 'Escolha uma lista de contatos'],
    ['date', { day: '' }, 'Obrigatório'],
  ])('does not start %s without its parts: %p', async (start, more, error) => {
    const { status, text } = await ana.part('POST', '/campaigns', {
      ...form,
      source: 'list',
      start,
      ...more,
    });
    expect([status, text.includes(error)]).toEqual([422, true]);
    expect(await all()).toEqual([]);
  });

  test('does not start without a text, a line or anybody who may get it', async () => {
    const list = String(await stand.list(1));
    const send = async (more: Record<string, string>) =>
      (
        await ana.part('POST', '/campaigns', {
          ...form,
          source: 'list',
          start: 'now',
          contactListId: list,
          ...more,
        })
      ).text;
    expect(await send({ message1: ' ' })).toContain('Escreva uma mensagem');
    expect(await send({ contactListId: String(await stand.list(1, () => null)) })).toContain(
      'Ninguém da lista',
    );
    await stand.system.write((tx) => tx.db.update(connections).set({ isDefault: false }));
    expect(await send({})).toContain('Escolha uma conexão');
    expect(await all()).toEqual([]);
  });

  test('takes the list or the tag that is shown, and keeps the list of an unchanged tag', async () => {
    const [tagId, list] = [String(await tagged(3)), String(await stand.list(2))];
    const both = { ...form, contactListId: list, tagListId: tagId, start: 'later' };
    await ana.part('POST', '/campaigns', { ...both, source: 'tag' });
    const made = await one();
    expect([made?.tagId, made?.contactListId === Number(list)]).toEqual([Number(tagId), false]);
    const put = (values: Record<string, string>) => ana.part('PUT', `/campaigns/${made?.id}`, values);
    await put({ ...both, source: 'tag', name: 'Páscoa' });
    expect(await one()).toMatchObject({ name: 'Páscoa', contactListId: made?.contactListId ?? 0 });
    await put({ ...both, source: 'list' });
    expect(await one()).toMatchObject({ tagId: null, contactListId: Number(list) });
    await put({ ...both, source: 'tag', tagListId: '' });
    expect(await one()).toMatchObject({ tagId: null, contactListId: null });
  });

  test('opens with the date of a scheduled campaign, and “later” takes it away', async () => {
    const id = await stand.add(await stand.list(1), { scheduledAt: new Date('2026-03-20T12:30:00Z') });
    const { text } = await ana.part('GET', `/campaigns/${id}/edit`);
    expect(text).toMatch(/id="field-start-date"[^>]*checked/);
    expect(sentenceOf(text)).toBe(
      '1 pessoa, por Loja: começa em 20 de março às 09:30 e termina em 20 de março às 09:30.',
    );
    await ana.part('PUT', `/campaigns/${id}`, { ...form, start: 'later', day: '2026-03-20', time: '09:30' });
    expect(await one()).toMatchObject({ status: 'INATIVA', scheduledAt: null });
  });

  test('offers the chosen list also behind five hundred others', async () => {
    const list = await stand.list(1);
    const id = await stand.add(list);
    const others = Array.from({ length: MAX_CHOICES }, (_, n) => ({ name: `0 ${n}` }));
    await stand.system.write((tx) => tx.db.insert(contactLists).values(others));
    const { text } = await ana.part('GET', `/campaigns/${id}/edit`);
    expect(text).toMatch(new RegExp(`<option[^>]*value="${list}"[^>]*selected`));
  });
});
