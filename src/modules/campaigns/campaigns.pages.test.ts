import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  campaigns,
  connections,
  contactLists,
  contacts,
  tickets,
  ticketTags,
} from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { eq } from 'drizzle-orm';
import { createTag } from '@/modules/tags/tags.service.ts';
import {
  type CampaignFixture,
  createCampaignFixture,
  numberOf,
} from './engine/campaign-fixture.test-support.ts';

let stand: CampaignFixture;
let ana: Browser;

beforeAll(async () => {
  stand = await createCampaignFixture();
  ana = await stand.testApp.as('ana');
});
afterAll(() => stand.testApp.stop());
beforeEach(() => stand.reset());

const one = async () => (await stand.system.db.select().from(campaigns))[0];
const form = { name: 'Natal', message1: 'Boas festas, {nome}', day: '', time: '' };

describe('campaign list', () => {
  test('explains campaigns while it is empty', async () => {
    const { status, text } = await ana.page('/campaigns');
    expect(status).toBe(200);
    expect(text).toContain('Nenhuma campanha');
    expect(text).toContain('href="/campaigns"');
  });

  for (const [status, has, lacks] of [
    ['INATIVA', ['/start', '/delete'], ['/stop', '/restart']],
    ['EM_ANDAMENTO', ['/stop'], ['/start', '/restart', '/delete']],
    ['CANCELADA', ['/restart', '/delete'], ['/stop', '/start']],
    ['FINALIZADA', ['/delete'], ['/stop', '/start', '/restart']],
  ] as const)
    test(`offers the allowed actions when ${status}`, async () => {
      const id = await stand.add(await stand.list(1), { status, scheduledAt: null, name: '<b>Natal' });
      const { text } = await ana.page('/campaigns');
      expect(text).toContain('&lt;b&gt;Natal');
      for (const action of has) expect(text).toContain(`/campaigns/${id}${action}"`);
      for (const action of lacks) expect(text).not.toContain(`/campaigns/${id}${action}"`);
      expect(text).toMatch(
        new RegExp(`<a href="/campaign/${id}/report"[^>]*><span[^>]*>&lt;b&gt;Natal</span></a>`),
      );
    });

  test('the start dialog shows recipients, limit and end, requiring list and connection', async () => {
    const waiting = { status: 'INATIVA', scheduledAt: null } as const;
    const list = await stand.list(3);
    const id = await stand.add(list, waiting);
    await stand.set({ messageInterval: 20 });
    const { text } = await ana.part('GET', `/campaigns/${id}/start`);
    for (const words of [
      '3 pessoas da lista Lista',
      '50 (já enviadas: 0)',
      '3 pessoas, por Loja: começa agora e termina hoje às 12:00.',
      'hx-post=',
    ])
      expect(text).toContain(words);
    const offers = async () => (await ana.page('/campaigns')).text.includes(`/campaigns/${id}/start"`);
    expect(await offers()).toBe(true);
    const put = async (values: { contactListId?: number | null; connectionId?: number | null }) =>
      stand.system.write((tx) => tx.db.update(campaigns).set(values).where(eq(campaigns.id, id)));
    const without = async (words: string) => {
      expect(await offers()).toBe(false);
      const dialog = (await ana.part('GET', `/campaigns/${id}/start`)).text;
      expect(dialog).toContain(words);
      expect(dialog).not.toContain('hx-post=');
    };
    await put({ contactListId: null });
    await without('Escolha uma lista de contatos');
    await stand.system.write((tx) => tx.db.update(connections).set({ isDefault: false }));
    await put({ contactListId: list, connectionId: null });
    await without('Escolha uma conexão');
  });

  test('is denied to agents and hidden from their menu', async () => {
    const bia = await stand.testApp.as('bia');
    expect((await bia.page('/campaigns')).status).toBe(403);
    expect((await bia.page('/tickets')).text).not.toContain('href="/campaigns"');
  });
});

describe('campaign dialog', () => {
  test('has five messages with questions, variables and a preview', async () => {
    await stand.set({ variables: [{ key: 'cupom', value: 'DEZ' }] });
    const { text } = await ana.part('GET', '/campaigns/new');
    expect(text.indexOf('em rodízio')).toBeLessThan(text.indexOf('Enviar para o número'));
    for (const number of [1, 2, 3, 4, 5])
      for (const name of ['message', 'confirmationMessage'])
        expect(text).toContain(`name="${name}${number}"`);
    expect(text).toContain('data-variable="cupom"');
    expect(text).toContain('phone-bubble');
  });

  test('creates a campaign in the company’s time zone', async () => {
    const reply = await ana.part('POST', '/campaigns', { ...form, day: '2026-03-20', time: '09:30' });
    expect(reply.status).toBe(204);
    expect(await one()).toMatchObject({
      ...{ name: 'Natal', status: 'PROGRAMADA', messages: ['Boas festas, {nome}', '', '', '', ''] },
      scheduledAt: new Date('2026-03-20T12:30:00Z'),
    });
  });

  test('returns with the input and the errors', async () => {
    const reply = await ana.part('POST', '/campaigns', { ...form, name: 'N' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Boas festas, {nome}');
    expect(await one()).toBeUndefined();
  });

  test('is read-only shortly before the start and limited to texts when cancelled', async () => {
    const scheduledAt = new Date(stand.testApp.clock.now.getTime() + 30 * 60_000);
    const id = await stand.add(await stand.list(1), { scheduledAt });
    const near = await ana.part('GET', `/campaigns/${id}/edit`);
    expect(near.text).toContain('Esta campanha não pode mais ser alterada.');
    expect(near.text).not.toContain('type="submit"');
    await stand.system.write((tx) =>
      tx.db.update(campaigns).set({ status: 'CANCELADA' }).where(eq(campaigns.id, id)),
    );
    const cancelled = await ana.part('GET', `/campaigns/${id}/edit`);
    expect(cancelled.text).toContain('só o nome e as mensagens');
    expect((await ana.part('PUT', `/campaigns/${id}`, { name: 'Outra', message1: 'Nova' })).status).toBe(204);
    expect(await one()).toMatchObject({ name: 'Outra', connectionId: stand.connectionId, scheduledAt });
  });

  test('converts a tag into a list of its contacts', async () => {
    const tag = await createTag(stand.system, { name: 'VIP', color: '#1F7A1F', kanban: false });
    await stand.receiveText(3, 'oi');
    await stand.system.write(async (tx) => {
      const [contact] = await tx.db
        .select()
        .from(contacts)
        .where(eq(contacts.number, numberOf(3)));
      const [ticket] = await tx.db
        .select()
        .from(tickets)
        .where(eq(tickets.contactId, contact?.id ?? 0));
      await tx.db.insert(ticketTags).values({ ticketId: ticket?.id ?? 0, tagId: tag.id });
    });
    const choices = { tagListId: String(tag.id), whatsappId: String(stand.connectionId) };
    await ana.part('POST', '/campaigns', { ...form, ...choices });
    const made = await one();
    expect(made?.tagId).toBe(tag.id);
    const [list] = await stand.system.db.select().from(contactLists);
    expect(list).toMatchObject({ id: made?.contactListId ?? 0 });
    expect(list?.name).toStartWith(`Natal | TAG: ${tag.id} - `);
    await ana.part('POST', `/campaigns/${made?.id}/start`);
    await stand.pass(0);
    expect(stand.to()).toEqual([3]);
  });

  test('copies everything except the time as inactive', async () => {
    const id = await stand.add(await stand.list(1));
    await ana.part('POST', `/campaigns/${id}/duplicate`);
    const copy = (await stand.system.db.select().from(campaigns)).find((row) => row.id !== id);
    expect(copy).toMatchObject({
      name: 'Natal (cópia)',
      status: 'INATIVA',
      scheduledAt: null,
      messages: ['Oi, {nome}!'],
    });
  });
});

describe('campaign report', () => {
  async function run() {
    const id = await stand.add(await stand.list(4, (index) => index !== 2));
    await stand.pass(0);
    await stand.receiveText(0, 'gostei');
    await stand.passGap(id);
    return id;
  }

  test('shows progress, cards and the state of every recipient', async () => {
    const id = await run();
    const { text } = await ana.page(`/campaign/${id}/report`);
    expect(text).toContain('aria-valuenow="66"');
    for (const words of [
      'Contatos válidos',
      'Entregues',
      'Loja',
      'Em andamento',
      'Respondeu',
      'Não está no WhatsApp',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('NaN');
    expect(text).not.toContain('Confirmações solicitadas');
  });

  test('its figures lead to the contacts they count, and those of the number are not an ended campaign’s', async () => {
    const id = await run();
    const path = `/campaign/${id}/report`;
    const { text } = await ana.page(path);
    const to = (state: string) => `href="${path}?state=${state}#campaign-people"`;
    for (const state of ['valid', 'delivered', 'replied', 'skipped']) expect(text).toContain(to(state));
    for (const none of ['failed', 'requested']) expect(text).not.toContain(to(none));
    expect(text).toContain('id="campaign-people"');
    const people = await ana.page(`${path}?state=skipped`);
    expect([...people.text.matchAll(/Pessoa (\d)/g)].map(([, n]) => n)).toEqual(['2']);
    expect(people.text).toContain('<option value="skipped" selected="">');
    const valid = await ana.page(`${path}?state=valid`);
    expect([...valid.text.matchAll(/Pessoa (\d)/g)].map(([, n]) => n)).toEqual(['0', '1', '3']);
    expect(text).toContain('O número hoje');
    await stand.system.db.update(campaigns).set({ status: 'FINALIZADA' }).where(eq(campaigns.id, id));
    expect((await ana.page(path)).text).not.toContain('O número hoje');
  });

  test('is never NaN and reloads once five seconds after the end', async () => {
    const id = await stand.add(await stand.list(0));
    await stand.pass(0);
    const { text } = await ana.part('GET', `/campaign/${id}/report`);
    expect(text).toContain('aria-valuenow="100"');
    expect(text).toContain('load delay:5s');
    stand.testApp.clock.advance(6_000);
    expect((await ana.part('GET', `/campaign/${id}/report`)).text).not.toContain('load delay');
  });

  test('filters and searches its contacts', async () => {
    const id = await run();
    const found = async (query: string) => {
      const { text } = await ana.part('GET', `/campaign/${id}/report/contacts?${query}`);
      return [...text.matchAll(/Pessoa (\d)/g)].map(([, n]) => n);
    };
    expect(await found('state=delivered')).toEqual(['0', '1']);
    expect(await found('state=replied')).toEqual(['0']);
    expect(await found('state=skipped')).toEqual(['2']);
    expect(await found('searchParam=pessoa+3')).toEqual(['3']);
  });

  test('filtered and loaded again is the whole page, still filtered', async () => {
    const id = await run();
    const { status, headers } = await ana.page(`/campaign/${id}/report/contacts?state=replied&searchParam=`);
    expect([status, headers.get('Location')]).toEqual([302, `/campaign/${id}/report?state=replied`]);
  });

  test('exports a CSV with one row per contact', async () => {
    const id = await run();
    const text = await (await ana.raw(`/api/campaigns/${id}/report.csv`)).text();
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('Nome;Número;E-mail;Situação;Motivo');
    expect(lines[1]).toStartWith(
      `Pessoa 0;${numberOf(0)};p0@exemplo.com;Entregue;;;;2026-03-10 12:00;2026-03-10 12:00`,
    );
    expect(lines[3]).toContain('Não enviado;Não está no WhatsApp');
  });

  test('shows why the campaign stopped', async () => {
    const id = await stand.add(await stand.list(1), { messages: [] });
    await stand.pass(0);
    expect((await ana.page(`/campaign/${id}/report`)).text).toContain('A campanha parou automaticamente');
  });

  test('for another company returns 404', async () => {
    const id = await run();
    const davi = await stand.testApp.as('davi');
    for (const path of [`/campaign/${id}/report`, `/campaign/${id}/report/contacts`, `/campaigns/${id}/edit`])
      expect((await davi.page(path)).status).toBe(404);
  });
});
