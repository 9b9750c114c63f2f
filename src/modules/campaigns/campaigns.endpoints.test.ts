import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { plans } from '@db/platform/schema/index.ts';
import { campaignShippings, campaigns, contactListItems, contactLists } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { contractEvents } from '@/core/realtime/contract-events.ts';
import { CONTRACT } from '@/web/routes.ts';
import type { CampaignStatus } from './campaigns.schema.ts';
import type { CampaignPage, WholeCampaignView } from './campaigns.views.ts';

let testApp: TestApp;
let connectionId: number;
let listId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp);
  const scope = await testApp.systemScope();
  const [list] = await scope.write((tx) =>
    tx.db.insert(contactLists).values({ name: 'Clientes' }).returning(),
  );
  listId = list?.id ?? 0;
  const person = { listId, name: 'Maria', number: '5511988887777' };
  await scope.write((tx) => tx.db.insert(contactListItems).values({ ...person, isOnWhatsapp: null }));
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await testApp.settle();
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(campaigns));
});

type Answer = WholeCampaignView & { error: string; mensagem: string };
const call = async (who: PersonName, method: string, path: string | number = '', body?: unknown) =>
  (await testApp.as(who)).json<Answer>(method, `/campaigns/${path}`, body);
const create = async (body: Record<string, unknown> = {}) =>
  (await call('ana', 'POST', '', { name: 'Natal', message1: 'Oi', ...body })).body;
async function put(id: number, values: Partial<typeof campaigns.$inferInsert>): Promise<void> {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.update(campaigns).set(values).where(eq(campaigns.id, id)));
}
const inHours = (hours: number) => new Date(testApp.clock.now.getTime() + hours * 3_600_000);

describe('creating a campaign', () => {
  test('is inactive without a time, else scheduled in the company’s time zone', async () => {
    expect(await create()).toMatchObject({
      status: 'INATIVA',
      scheduledAt: null,
      message1: 'Oi',
      message2: '',
    });
    const local = await create({ scheduledAt: '2026-03-11 09:30:00', status: 'INATIVA' });
    expect(local).toMatchObject({ status: 'PROGRAMADA', scheduledAt: '2026-03-11T12:30:00.000Z' });
    const exact = await create({ scheduledAt: '2026-03-11T12:30:00.000Z' });
    expect(exact).toMatchObject({ status: 'PROGRAMADA', scheduledAt: '2026-03-11T12:30:00.000Z' });
  });

  test('accepts the empty texts, select labels and extra keys of existing clients', async () => {
    const body = await create({
      ...{
        message2: null,
        confirmation: null,
        scheduledAt: '',
        whatsappId: connectionId,
        contactListId: listId,
      },
      ...{ tagListId: 'Nenhuma', fileListId: '', companyId: 1, whatsapp: { name: 'x' }, shipping: [] },
    });
    expect(body).toMatchObject({
      ...{ confirmation: false, whatsappId: connectionId, tagListId: null, fileListId: null },
      companyId: testApp.people.companyId.aurora,
      whatsapp: { id: connectionId, name: 'Loja' },
      contactList: { id: listId, name: 'Clientes' },
    });
  });

  for (const [name, body] of [
    ['no name', { name: '' }],
    ['one letter', { name: 'A' }],
    ['51 letters', { name: 'A'.repeat(51) }],
    ['no such day', { scheduledAt: '2026-02-31 25:00' }],
    ['a word for a time', { scheduledAt: 'amanhã' }],
    ['a date in another order', { scheduledAt: '05/12/2026 09:00' }],
    ['a day without a time', { scheduledAt: '2026-12-01' }],
    ['an English date', { scheduledAt: 'Dec 5 2026 09:00' }],
    ['a list of nobody', { contactListId: 9_999 }],
    ['a connection of nobody', { whatsappId: 9_999 }],
    ['a tag of nobody', { tagListId: 9_999 }],
    ['files of nobody', { fileListId: 9_999 }],
    ['a text beyond all limits', { message1: 'a'.repeat(5_000) }],
  ] as const)
    test(`is rejected with ${name}`, async () => {
      const { status } = await call('ana', 'POST', '', { name: 'Natal', ...body });
      expect(status).toBe(400);
    });
});

describe('campaign access', () => {
  test('requires supervisor or administrator, the own company and the plan feature', async () => {
    const { id } = await create();
    expect((await call('rui', 'GET', id)).status).toBe(200);
    expect((await call('bia', 'GET', id)).status).toBe(403);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await call('davi', method, id, method === 'PUT' ? { name: 'Meu' } : undefined)).status).toBe(
        404,
      );
    expect((await call('bia', 'POST', `${id}/start`)).status).toBe(403);
    expect((await call('davi', 'POST', `${id}/start`)).status).toBe(404);
    const { db } = testApp.kernel.platform;
    await db.update(plans).set({ useCampaigns: false });
    const refused = await call('ana', 'GET', id);
    await db.update(plans).set({ useCampaigns: true });
    expect(refused.status).toBe(403);
  });
});

describe('campaign limit of the plan', () => {
  const FULL = {
    status: 400,
    body: {
      error: 'Número máximo de campanhas em aberto já alcançado: 1',
      code: 'ERR_LIMIT_REACHED',
      limit: 1,
    },
  };
  const limit = (most: number) =>
    testApp.kernel.platform.write((tx) => tx.update(plans).set({ campaigns: most }));
  const add = () => call('ana', 'POST', '', { name: 'Outra', message1: 'Oi' });
  afterAll(() => limit(0));

  test('rejects creating, copying or restarting beyond it, 0 is unlimited', async () => {
    await limit(1);
    const { id } = await create();
    expect(await add()).toMatchObject(FULL);
    const copy = await (await testApp.as('ana')).part('POST', `/campaigns/${id}/duplicate`);
    expect([copy.status, copy.headers.get('HX-Trigger')]).toEqual([
      400,
      expect.stringContaining('campanhas em aberto'),
    ]);
    await put(id, { status: 'CANCELADA' });
    const { status, body } = await add();
    expect(status).toBe(200);
    for (const again of ['restart', 'start'])
      expect(await call('ana', 'POST', `${id}/${again}`)).toMatchObject(FULL);
    await put(body.id, { status: 'FINALIZADA' });
    expect((await add()).status).toBe(200);
    const person = { name: 'Maria', number: '5511988887777' };
    await (await testApp.systemScope()).write((tx) =>
      tx.db.insert(campaignShippings).values({ ...person, campaignId: body.id, state: 'failed' }),
    );
    const again = await (await testApp.as('ana')).part('POST', `/campaign/${body.id}/retry`);
    expect(again.status).toBe(400);
    await limit(0);
    expect((await add()).status).toBe(200);
  });

  test('holds for concurrent requests', async () => {
    await limit(1);
    const ana = await testApp.as('ana');
    const another = (n: number) => ana.json('POST', '/campaigns', { name: `Outra ${n}`, message1: 'Oi' });
    const replies = await Promise.all([another(1), another(2), another(3)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});

describe('updating a campaign', () => {
  const statuses: [CampaignStatus, number | null, number][] = [
    ['INATIVA', null, 200],
    ['PROGRAMADA', 2, 200],
    ['PROGRAMADA', 0.9, 400],
    ['EM_ANDAMENTO', null, 400],
    ['CANCELADA', null, 200],
    ['FINALIZADA', null, 400],
  ];
  for (const [status, ahead, answer] of statuses)
    test(`with status ${status}${ahead ? `, ${ahead} h ahead` : ''} returns ${answer} and ignores the status sent`, async () => {
      const { id } = await create();
      await put(id, { status, scheduledAt: ahead ? inHours(ahead) : null });
      const reply = await call('ana', 'PUT', id, { name: 'Ano novo', message1: 'Feliz', status: 'INATIVA' });
      expect(reply.status).toBe(answer);
      expect(reply.body).toMatchObject(
        answer === 200
          ? { name: 'Ano novo', message1: 'Feliz', status }
          : { error: 'ERR_CAMPAIGN_NOT_EDITABLE' },
      );
    });

  test('changes only the texts of a cancelled one', async () => {
    const { id } = await create({ whatsappId: connectionId });
    await put(id, { status: 'CANCELADA' });
    const body = { name: 'Outra', message2: 'E aí', whatsappId: null, scheduledAt: '2026-03-12 10:00' };
    const reply = await call('ana', 'PUT', id, body);
    expect(reply.body).toMatchObject({
      ...{ name: 'Outra', message1: 'Oi', message2: 'E aí', whatsappId: connectionId, status: 'CANCELADA' },
      scheduledAt: null,
    });
  });

  test('sets and removes its time', async () => {
    const { id } = await create();
    const scheduled = await call('ana', 'PUT', id, { name: 'Natal', scheduledAt: '2026-03-12 10:00' });
    expect(scheduled.body.status).toBe('PROGRAMADA');
    expect((await call('ana', 'PUT', id, { name: 'Natal' })).body.status).toBe('PROGRAMADA');
    expect((await call('ana', 'PUT', id, { name: 'Natal', scheduledAt: '' })).body.status).toBe('INATIVA');
  });
});

describe('starting, cancelling, restarting and deleting a campaign', () => {
  for (const [status, starts, cancels, restarts, deletes] of [
    ['INATIVA', 204, 400, 400, 200],
    ['PROGRAMADA', 204, 204, 400, 200],
    ['EM_ANDAMENTO', 400, 204, 400, 400],
    ['CANCELADA', 204, 400, 204, 200],
    ['FINALIZADA', 400, 400, 400, 200],
  ] as const)
    test(`${status}: start ${starts}, cancel ${cancels}, restart ${restarts}, delete ${deletes}`, async () => {
      const one = async (method: string, path: string) => {
        const { id } = await create({ contactListId: listId, whatsappId: connectionId });
        await put(id, { status, scheduledAt: inHours(5) });
        return (await call('ana', method, `${id}${path}`)).status;
      };
      expect(await one('POST', '/start')).toBe(starts);
      expect(await one('POST', '/cancel')).toBe(cancels);
      expect(await one('POST', '/restart')).toBe(restarts);
      expect(await one('DELETE', '')).toBe(deletes);
    });
});

async function upload(id: number) {
  const form = new FormData();
  form.set('file', new File(['a;b'], 'tabela.csv', { type: 'text/csv' }));
  return (await testApp.as('ana')).upload<Answer>(`/campaigns/${id}/media-upload`, form);
}

describe('campaign file', () => {
  test('can be replaced while editable and is deleted with the campaign', async () => {
    const { id } = await create();
    expect(await upload(id)).toMatchObject({ status: 200, body: { mensagem: 'Mensagem enviada' } });
    await put(id, { status: 'EM_ANDAMENTO' });
    expect((await upload(id)).status).toBe(200);
    const { body } = await call('ana', 'GET', id);
    expect(body.mediaName).toBe('tabela.csv');
    const scope = await testApp.systemScope();
    const row = await scope.db.query.campaigns.findFirst({ where: eq(campaigns.id, id) });
    const path = testApp.kernel.storage.pathOf(scope.companyId, row?.mediaPath ?? '');
    expect(existsSync(path)).toBe(true);
    const sent = { campaignId: id, name: 'Maria', number: '5511988887777', state: 'sending' as const };
    await scope.write((tx) => tx.db.insert(campaignShippings).values(sent));
    expect((await upload(id)).status).toBe(400);
    expect((await call('ana', 'DELETE', `${id}/media-upload`)).status).toBe(400);
    await put(id, { status: 'FINALIZADA' });
    await call('ana', 'DELETE', id);
    expect(await until('the file is gone', () => !existsSync(path))).toBe(true);
  });
});

test('lists campaigns by name with search and pagination', async () => {
  for (let n = 10; n < 35; n += 1) await create({ name: `Oferta ${n}` });
  await create({ name: 'Aviso' });
  const page = async (query: string) =>
    (await (await testApp.as('ana')).json<CampaignPage>('GET', `/campaigns?${query}`)).body;
  const first = await page('pageNumber=1');
  expect(first).toMatchObject({ count: 26, hasMore: true });
  expect(first.records[0]?.name).toBe('Aviso');
  const last = await page('searchParam=OFERTA&pageNumber=2');
  expect(last).toMatchObject({ count: 25, hasMore: false });
  expect(last.records.map(({ name }) => name)).toEqual(
    ['30', '31', '32', '33', '34'].map((n) => `Oferta ${n}`),
  );
  expect(await page('searchParam=%25')).toMatchObject({ count: 0 });
  const all = await (await testApp.as('ana')).json<CampaignPage['records']>('GET', '/campaigns/list');
  expect(all.body.map(({ name }) => name)).toEqual([
    'Aviso',
    ...Array.from({ length: 25 }, (_, n) => `Oferta ${n + 10}`),
  ]);
  expect(all.body.slice(0, 20)).toEqual(first.records);
});

test('changes notify others at once with whole campaigns under one event name', async () => {
  const received = await testApp.listenAs('rui');
  const deaf = await testApp.listenAs('bia');
  const { id } = await create({ contactListId: listId });
  await call('ana', 'DELETE', id);
  await testApp.settle();
  const reported = received
    .filter(({ channel }) => channel === 'campaign')
    .flatMap(({ channel, data }) => contractEvents(CONTRACT, 7, channel, data));
  expect(reported.map(({ name }) => name)).toEqual(['company-7-campaign', 'company-7-campaign']);
  const whole = { id, shipping: [], contactList: { contacts: [{ name: 'Maria', isWhatsappValid: false }] } };
  expect(reported[0]?.data).toMatchObject({ action: 'create', record: whole });
  expect(reported[1]?.data).toEqual({ action: 'delete', id });
  expect(deaf.filter(({ channel }) => channel.startsWith('campaign'))).toEqual([]);
});
