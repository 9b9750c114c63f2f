import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { campaigns, contactListItems, contactLists, tags } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { choresOf } from '@/schedule.ts';
import type { WholeCampaignView } from './campaigns.views.ts';
import { FILE_AWAITED_MS } from './engine/start.ts';

let desk: TestDesk;
let connectionId: number;
let listId: number;

beforeAll(async () => {
  desk = await createTestDesk();
  connectionId = await addConnection(desk);
  const scope = await desk.systemScope();
  const [list] = await scope.write((tx) =>
    tx.db.insert(contactLists).values({ name: 'Clientes' }).returning(),
  );
  listId = list?.id ?? 0;
  const person = { listId, name: 'Maria', number: '5511988887777' };
  await scope.write((tx) => tx.db.insert(contactListItems).values({ ...person, isOnWhatsapp: null }));
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await desk.settle();
  const scope = await desk.systemScope();
  await scope.write((tx) => tx.db.delete(campaigns));
});

type Answer = WholeCampaignView & { error: string; mensagem: string };
const call = async (who: PersonName, method: string, path: string | number = '', body?: unknown) =>
  (await desk.as(who)).json<Answer>(method, `/campaigns/${path}`, body);
const create = async (body: Record<string, unknown> = {}) =>
  (await call('ana', 'POST', '', { name: 'Natal', message1: 'Oi', ...body })).body;
const inHours = (hours: number) => new Date(desk.clock.now.getTime() + hours * 3_600_000);

async function upload(id: number) {
  const form = new FormData();
  form.set('file', new File(['a;b'], 'tabela.csv', { type: 'text/csv' }));
  return (await desk.as('ana')).upload<Answer>(`/campaigns/${id}/media-upload`, form);
}

describe('one whose time is near', () => {
  const near = () => ({ message1: 'Oi', scheduledAt: inHours(0).toISOString() });

  test('takes its file until the first message leaves, and waits for it', async () => {
    const chores = choresOf(desk.kernel);
    const { id } = await create({ ...near(), contactListId: listId, whatsappId: connectionId });
    const statusAfter = async (ms: number) => {
      desk.clock.advance(ms);
      await chores();
      return (await desk.systemScope()).db.query.campaigns.findFirst({ where: eq(campaigns.id, id) });
    };
    const before = desk.clock.now;
    expect(await statusAfter(FILE_AWAITED_MS - 1_000)).toMatchObject({ status: 'PROGRAMADA' });
    expect((await upload(id)).status).toBe(200);
    expect((await call('ana', 'PUT', id, { name: 'Outra' })).status).toBe(400);
    expect(await statusAfter(0)).toMatchObject({ status: 'EM_ANDAMENTO', mediaName: 'tabela.csv' });
    desk.clock.now = before;
  });

  test('can be stopped, in the list as well', async () => {
    const { id } = await create(near());
    const ana = await desk.as('ana');
    expect((await ana.page('/campaigns')).text).toContain(`id="campaign-${id}-stop"`);
    expect((await ana.part('POST', `/campaigns/${id}/cancel`)).status).toBe(204);
    expect((await call('ana', 'GET', id)).body.status).toBe('CANCELADA');
  });
});

describe('the same campaign once more', () => {
  const same = { name: 'Páscoa', message1: 'Oi', scheduledAt: '2026-03-12 10:00' };

  test('within a minute is the first one: also at once, and where the plan has no more', async () => {
    const { platform } = desk.kernel;
    await platform.write((tx) => tx.update(plans).set({ campaigns: 1 }));
    const ana = await desk.as('ana');
    const press = async () => (await ana.json<Answer>('POST', '/campaigns', same)).body;
    const made = await Promise.all([press(), press(), press()]);
    await platform.write((tx) => tx.update(plans).set({ campaigns: 0 }));
    expect(made.map(({ id }) => id)).toEqual(Array(3).fill(made[0]?.id ?? 'none'));
    const other = await call('rui', 'POST', '', same);
    const different = await create({ ...same, message1: 'Olá' });
    const before = desk.clock.now;
    desk.clock.advance(61_000);
    const later = await create(same);
    desk.clock.now = before;
    expect(new Set([made[0]?.id, other.body.id, different.id, later.id]).size).toBe(4);
  });

  test('with a file brings it, and makes one list of a tag', async () => {
    const scope = await desk.systemScope();
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
    expect((await (await desk.as('ana')).part('POST', '/campaigns', form)).status).toBe(204);
    expect((await (await desk.systemScope()).db.select().from(campaigns)).length).toBe(1);
  });
});
