import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { campaigns, contactListItems, contactLists, tags } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { jobsOf } from '@/schedule.ts';
import type { WholeCampaignView } from './campaigns.views.ts';
import { FILE_AWAITED_MS } from './engine/start-campaign.service.ts';

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
const inHours = (hours: number) => new Date(testApp.clock.now.getTime() + hours * 3_600_000);

async function upload(id: number) {
  const form = new FormData();
  form.set('file', new File(['a;b'], 'tabela.csv', { type: 'text/csv' }));
  return (await testApp.as('ana')).upload<Answer>(`/campaigns/${id}/media-upload`, form);
}

describe('campaign about to start', () => {
  const near = () => ({ message1: 'Oi', scheduledAt: inHours(0).toISOString() });

  test('waits for its file and accepts one until the first message', async () => {
    const jobs = jobsOf(testApp.kernel);
    const { id } = await create({ ...near(), contactListId: listId, whatsappId: connectionId });
    const statusAfter = async (ms: number) => {
      testApp.clock.advance(ms);
      await jobs();
      return (await testApp.systemScope()).db.query.campaigns.findFirst({ where: eq(campaigns.id, id) });
    };
    const before = testApp.clock.now;
    expect(await statusAfter(FILE_AWAITED_MS - 1_000)).toMatchObject({ status: 'PROGRAMADA' });
    expect((await upload(id)).status).toBe(200);
    expect((await call('ana', 'PUT', id, { name: 'Outra' })).status).toBe(400);
    expect(await statusAfter(0)).toMatchObject({ status: 'EM_ANDAMENTO', mediaName: 'tabela.csv' });
    testApp.clock.now = before;
  });

  test('can be stopped, also from the list', async () => {
    const { id } = await create(near());
    const ana = await testApp.as('ana');
    expect((await ana.page('/campaigns')).text).toContain(`id="campaign-${id}-stop"`);
    expect((await ana.part('POST', `/campaigns/${id}/cancel`)).status).toBe(204);
    expect((await call('ana', 'GET', id)).body.status).toBe('CANCELADA');
  });
});

describe('repeated campaign creation', () => {
  const same = { name: 'Páscoa', message1: 'Oi', scheduledAt: '2026-03-12 10:00' };

  test('within a minute returns the first campaign, also at the plan limit', async () => {
    const { platform } = testApp.kernel;
    await platform.write((tx) => tx.update(plans).set({ campaigns: 1 }));
    const ana = await testApp.as('ana');
    const press = async () => (await ana.json<Answer>('POST', '/campaigns', same)).body;
    const made = await Promise.all([press(), press(), press()]);
    await platform.write((tx) => tx.update(plans).set({ campaigns: 0 }));
    expect(made.map(({ id }) => id)).toEqual(Array(3).fill(made[0]?.id ?? 'none'));
    const other = await call('rui', 'POST', '', same);
    const different = await create({ ...same, message1: 'Olá' });
    const before = testApp.clock.now;
    testApp.clock.advance(61_000);
    const later = await create(same);
    testApp.clock.now = before;
    expect(new Set([made[0]?.id, other.body.id, different.id, later.id]).size).toBe(4);
  });

  test('for a tag returns the first campaign and its list', async () => {
    const scope = await testApp.systemScope();
    const [tag] = await scope.write((tx) =>
      tx.db.insert(tags).values({ name: 'VIP', searchName: 'vip', color: '#336699' }).returning(),
    );
    const ofTag = { name: 'VIPs', message1: 'Oi', tagListId: tag?.id };
    const first = await create(ofTag);
    const again = await create(ofTag);
    expect([again.id, again.contactListId]).toEqual([first.id, first.contactListId]);
    const form = {
      name: 'VIPs',
      message1: 'Oi',
      tagListId: String(tag?.id),
      whatsappId: '',
      contactListId: '',
    };
    expect((await (await testApp.as('ana')).part('POST', '/campaigns', form)).status).toBe(204);
    expect((await (await testApp.systemScope()).db.select().from(campaigns)).length).toBe(1);
  });
});
