import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, invoices, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { CompanyInput, MAX_BULK_COMPANIES } from '@/modules/companies/companies.schema.ts';
import { changeCompanies } from './bulk-companies.service.ts';
import { createCompany } from './companies.service.ts';

let testApp: TestApp;
let added: number[];

beforeAll(async () => {
  testApp = await createTestApp();
  await setSuper(testApp.kernel, testApp.people, 'davi');
  const scope = await testApp.scopeOf('davi');
  added = [];
  for (const name of ['Lua Nova', 'Lua Cheia', 'Sol']) {
    const email = `${name.replace(' ', '.').toLowerCase()}@casa.test`;
    added.push((await createCompany(scope, CompanyInput.parse({ name, email }))).id);
  }
});
afterAll(() => testApp.stop());

const PATH = '/settings/companies/bulk';
const send = async (body: Record<string, string | string[]>, who: 'ana' | 'davi' = 'davi') => {
  const pairs = Object.entries(body).flatMap(([name, value]) => [value].flat().map((text) => [name, text]));
  const reply = await (await testApp.as(who)).raw(PATH, {
    method: 'POST',
    headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
    body: new URLSearchParams(pairs),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
const rowOf = (id: number) =>
  testApp.kernel.platform.db.query.companies.findFirst({ where: eq(companies.id, id) });
const statesOf = async (ids: number[]) => Promise.all(ids.map(async (id) => (await rowOf(id))?.status));

test('only a super administrator sees or changes them', async () => {
  expect((await (await testApp.as('ana')).part('GET', PATH)).status).toBe(403);
  expect((await send({ action: 'block', ids: added.map(String) }, 'ana')).status).toBe(403);
  expect(await statesOf(added)).toEqual([true, true, true]);
});

test('the dialog lists the companies that the search finds, without one’s own', async () => {
  const { text } = await (await testApp.as('davi')).part('GET', `${PATH}?searchParam=lua`);
  expect(text).toContain('Lua Cheia');
  expect(text).toContain('Lua Nova');
  expect(text).not.toContain('Sol');
  const all = await (await testApp.as('davi')).part('GET', PATH);
  expect(all.text).not.toContain(`value="${testApp.people.companyId.boreal}"`);
});

test('a row of the list blocks or unblocks its company by name', async () => {
  const [first = 0] = added;
  const rowAction = async () => {
    const { text } = await (await testApp.as('davi')).page('/settings/companies');
    const button = new RegExp(`<button[^>]* id="company-${first}-block"[^>]*>`).exec(text)?.[0] ?? '';
    return [/aria-label="([^"]*)"/, /hx-get="([^"]*)"/].map((part) =>
      part.exec(button)?.[1]?.replace('&amp;', '&'),
    );
  };
  const [label, path = ''] = await rowAction();
  expect(label).toBe('Bloquear Lua Nova');
  const { text } = await (await testApp.as('davi')).part('GET', path);
  const sent = [...text.matchAll(/<input type="hidden" name="(\w+)" value="(\w*)"/g)].map(
    ([, ...pair]) => pair,
  );
  expect(text).toContain('>Bloquear Lua Nova<');
  expect(text).not.toContain('<select');
  expect((await send(Object.fromEntries(sent))).status).toBe(204);
  expect(await statesOf(added)).toEqual([false, true, true]);
  expect(await rowAction()).toEqual(['Desbloquear Lua Nova', path.replace('=block', '=unblock')]);
  await send({ action: 'unblock', ids: [String(first)] });
});

test('blocks and unblocks the ticked ones; a deleted one is skipped', async () => {
  const ids = added.slice(0, 2).map(String);
  const { headers, status } = await send({ action: 'block', ids: [...ids, '99999'] });
  expect(status).toBe(204);
  expect(headers.get('HX-Trigger')).toContain('2 empresas bloqueadas.');
  expect(await statesOf(added)).toEqual([false, false, true]);
  await send({ action: 'unblock', ids });
  expect(await statesOf(added)).toEqual([true, true, true]);
});

test('moves them to another plan', async () => {
  const [plan] = await testApp.kernel.platform.write((tx) =>
    tx.insert(plans).values({ name: 'Maior', value: 120 }).returning({ id: plans.id }),
  );
  const invoice = { detail: 'Plano 1', recurrence: 'MENSAL', cents: 3_000, dueDay: '2026-03-20' } as const;
  const open = { ...invoice, users: 1, connections: 1, queues: 1, dueDate: testApp.clock.now };
  const about = { ...open, companyId: added[2] ?? 0 };
  await testApp.kernel.platform.write((tx) =>
    tx.insert(invoices).values([about, { ...about, kind: 'change' }]),
  );
  await send({ action: 'plan', ids: added.map(String), planId: String(plan?.id) });
  expect((await rowOf(added[2] ?? 0))?.planId).toBe(plan?.id ?? 0);
  expect(await testApp.kernel.platform.db.select().from(invoices).orderBy(invoices.id)).toMatchObject([
    { kind: 'period', status: 'open', planId: plan?.id, detail: 'Maior', cents: 12_000 },
    { kind: 'change', status: 'cancelled', cents: 3_000 },
  ]);
});

test('without a company, an action or a plan nothing changes, and the ticks stay', async () => {
  const [first] = added.map(String);
  const none = await send({ action: 'block' });
  expect([none.status, none.text.includes('Marque pelo menos uma empresa.')]).toEqual([422, true]);
  const noPlan = await send({ action: 'plan', ids: first ?? '' });
  expect(noPlan.status).toBe(422);
  expect(noPlan.text).toMatch(new RegExp(`value="${first}"[^>]*checked|checked[^>]*value="${first}"`));
  expect((await send({ action: 'erase', ids: first ?? '' })).status).toBe(422);
});

test('one’s own company, or an old sign-in, refuses all', async () => {
  const scope = await testApp.scopeOf('davi');
  const ids = [added[0] ?? 0, testApp.people.companyId.boreal];
  const own = changeCompanies(scope, { action: 'block', ids, planId: null });
  await expect(own).rejects.toThrow('ERR_COMPANY_IS_OWN');
  testApp.clock.advance(11 * 60_000);
  const late = changeCompanies(scope, { action: 'block', ids: added, planId: null });
  await expect(late).rejects.toThrow('ERR_PROOF_REQUIRED');
  expect(await statesOf(added)).toEqual([true, true, true]);
});

test('one company’s dialog finds it also behind five hundred others', async () => {
  const others = Array.from({ length: MAX_BULK_COMPANIES }, (_, n) => ({ name: `A ${n}` }));
  await testApp.kernel.platform.write((tx) => tx.insert(companies).values(others));
  const [first = 0] = added;
  const shown = async (query: string) =>
    (await (await testApp.as('davi')).part('GET', `${PATH}${query}`)).text;
  const first500 = await shown('');
  expect(first500).not.toContain('Lua Nova');
  expect(first500).toContain('Aqui estão as primeiras 500.');
  expect(await shown('?searchParam=lua')).not.toContain('Aqui estão as primeiras');
  const text = await shown(`?action=block&only=${first}`);
  expect(text).toContain('Lua Nova');
  expect(text).not.toContain('A 17');
});
