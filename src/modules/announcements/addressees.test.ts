import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { announcements, companies } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type PersonName, setSuper } from '@test/support/people.ts';
import { eq, inArray } from 'drizzle-orm';
import { platformOf } from '@/core/platform-scope.ts';
import { MAX_BULK_COMPANIES } from '@/modules/companies/companies.schema.ts';
import { countAddressees, findAddressees } from './addressees.queries.ts';
import { AnnouncementInput } from './announcements.schema.ts';
import { createAnnouncement, updateAnnouncement } from './announcements.service.ts';
import type { AnnouncementPage, AnnouncementView } from './announcements.views.ts';

let testApp: TestApp;
let own: number;
let other: number;

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'ana');
  own = testApp.people.companyId.aurora;
  other = testApp.people.companyId.boreal;
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await testApp.kernel.platform.write((tx) => tx.delete(announcements));
});

const INPUT = AnnouncementInput.parse({ title: 'Aviso', text: 'Só para uma.' });
const create = async (to: number[] | null) =>
  createAnnouncement(await testApp.scopeOf('ana'), { ...INPUT, companies: to });
const change = async (announcementId: number, more: object) =>
  updateAnnouncement(await testApp.scopeOf('ana'), { announcementId, ...more });
const seenBy = async (who: PersonName) => {
  const visitor = await testApp.as(who);
  const [list, active] = [
    await visitor.json<AnnouncementPage>('GET', '/announcements'),
    await visitor.json<AnnouncementView[]>('GET', '/announcements/list'),
  ];
  const badge = await visitor.part('GET', '/menu/announcementsPopover/badge');
  const popover = await visitor.part('GET', '/announcements/popover');
  return [
    list.body.records.length,
    active.body.length,
    badge.text.includes('>1<') ? 1 : 0,
    popover.text.includes('Só para uma.') ? 1 : 0,
  ];
};
const NOTHING = [0, 0, 0, 0];
const ALL = [1, 1, 1, 1];

test('reaches the chosen company only, in every list, badge and by its id', async () => {
  const { id } = await create([other]);
  expect(await seenBy('davi')).toEqual(ALL);
  expect(await seenBy('bia')).toEqual(NOTHING);
  const asked = async (who: PersonName) =>
    (await (await testApp.as(who)).json('GET', `/announcements/${id}`)).status;
  expect([await asked('davi'), await asked('bia'), await asked('ana')]).toEqual([200, 404, 200]);
  // The platform's administrator manages it, but belongs to another company.
  expect(await seenBy('ana')).toEqual([1, 0, 0, 0]);
});

test('moves live: a company that loses it receives a deletion, one that gains it receives it', async () => {
  const received = async (who: PersonName) => {
    const events = await testApp.listenAs(who);
    return async () => {
      await testApp.settle();
      const found = events.splice(0).filter(({ channel }) => channel === 'announcement');
      return found.map(({ data }) => (data as { action: string }).action);
    };
  };
  const [bia, davi] = [await received('bia'), await received('davi')];
  const { id } = await create([other]);
  expect([await bia(), await davi()]).toEqual([[], ['create']]);
  await change(id, { companies: [own] });
  expect([await bia(), await davi()]).toEqual([['create'], ['delete']]);
  await change(id, { companies: null });
  expect([await bia(), await davi()]).toEqual([['update'], ['create']]);
  await change(id, { status: false });
  expect([await bia(), await davi()]).toEqual([['delete'], ['delete']]);
});

test('stays as it is when a client changes the text; what was deleted meanwhile is left out', async () => {
  const { id } = await create([other, 99_999]);
  const reply = await (await testApp.as('ana')).json('PUT', `/announcements/${id}`, { ...INPUT, text: 'B' });
  expect(reply.status).toBe(200);
  const platform = platformOf(await testApp.scopeOf('ana'));
  expect(await findAddressees(platform, id)).toEqual([other]);
  expect(await countAddressees(platform, [id])).toEqual(new Map([[id, 1]]));
});

test('reaches nobody, and not everybody, once its only company is gone', async () => {
  const [gone] = await testApp.kernel.platform.write((tx) =>
    tx.insert(companies).values({ name: 'De passagem' }).returning({ id: companies.id }),
  );
  const id = gone?.id ?? 0;
  await create([id]);
  await testApp.kernel.platform.write((tx) => tx.delete(companies).where(eq(companies.id, id)));
  expect(await seenBy('davi')).toEqual(NOTHING);
  expect(await seenBy('bia')).toEqual(NOTHING);
});

const send = async (fields: Record<string, string | string[]>, method = 'POST', path = '/announcements') => {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((text) => [name, text]));
  const reply = await (await testApp.as('ana')).raw(path, {
    method,
    headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
    body: new URLSearchParams(pairs),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
const isTicked = (text: string, id: number) =>
  new RegExp(`<input(?=[^>]*name="companies")(?=[^>]*value="${id}")(?=[^>]*checked)`).test(text);

test('the form keeps the ticks after a refusal, and says that a company is missing', async () => {
  const fields = { title: '', text: 'Só para uma.', forAll: 'false' };
  const refused = await send({ ...fields, companies: [String(other)] });
  expect([refused.status, isTicked(refused.text, other), isTicked(refused.text, own)]).toEqual([
    422,
    true,
    false,
  ]);
  const none = await send({ ...fields, title: 'Aviso' });
  expect([none.status, none.text.includes('Marque pelo menos uma empresa.')]).toEqual([422, true]);
  expect((await send({ ...fields, title: 'Aviso', companies: ['x'] })).status).toBe(422);
  expect((await send({ ...fields, title: 'Aviso', companies: [String(other)] })).status).toBe(204);
  expect(await seenBy('davi')).toEqual(ALL);
  expect(await seenBy('bia')).toEqual(NOTHING);
});

test('its dialog and the list show the companies', async () => {
  const { id } = await create([other]);
  const dialog = await (await testApp.as('ana')).part('GET', `/announcements/${id}/edit`);
  expect([isTicked(dialog.text, other), isTicked(dialog.text, own)]).toEqual([true, false]);
  expect((await (await testApp.as('ana')).page('/announcements')).text).toContain('1 empresa');
  await change(id, { companies: null });
  expect((await (await testApp.as('ana')).page('/announcements')).text).toContain('Todas as empresas');
});

test('the ticked companies of the overview are those of a new one', async () => {
  const opened = await send({ action: 'announce', ids: [String(other)] }, 'POST', '/settings/companies/bulk');
  expect([opened.status, opened.headers.get('HX-Retarget')]).toEqual([200, '#dialogs']);
  expect([isTicked(opened.text, other), isTicked(opened.text, own)]).toEqual([true, false]);
});

test('behind five hundred other companies a chosen one stays chosen', async () => {
  const { id } = await create([other]);
  const others = Array.from({ length: MAX_BULK_COMPANIES }, (_, n) => ({ name: `A ${n}` }));
  const made = await testApp.kernel.platform.write((tx) =>
    tx.insert(companies).values(others).returning({ id: companies.id }),
  );
  const edited = await (await testApp.as('ana')).part('GET', `/announcements/${id}/edit`);
  const ofBulk = await send({ action: 'announce', ids: [String(other)] }, 'POST', '/settings/companies/bulk');
  expect([isTicked(edited.text, other), isTicked(ofBulk.text, other)]).toEqual([true, true]);
  expect(edited.text).not.toContain('A 99');
  const ids = made.map((each) => each.id);
  await testApp.kernel.platform.write((tx) => tx.delete(companies).where(inArray(companies.id, ids)));
});
