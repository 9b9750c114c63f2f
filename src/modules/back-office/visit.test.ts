import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { auditEntries, messages } from '@db/tenant/schema/index.ts';
import { type Browser, createBrowser } from '@test/support/app.ts';
import { callOf } from '@test/support/calls.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { dump, type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import { PASSWORD, setSuper } from '@test/support/people.ts';
import { createFrameHandler } from '@/core/realtime/page-frames.ts';
import type { UserActor } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { findSessionActor, startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { MODULES } from '@/modules.ts';
import { ENDPOINTS, PAGES } from '@/web/routes.ts';
import { enterCompany } from './visit.service.ts';

let testApp: TestApp;
let fixtures: Fixtures;
let token: string;
let visitor: Browser;

beforeAll(async () => {
  testApp = await createTestApp();
  const { aurora } = testApp.people.companyId;
  fixtures = await fillCompany(testApp, {
    company: 'aurora',
    queueId: testApp.people.queueId.Vendas,
    mark: 'um',
  });
  await setSuper(testApp.kernel, testApp.people, 'davi');
  token = await enterCompany(await testApp.scopeOf('davi'), { companyId: aurora });
  visitor = createBrowser(testApp.app, token);
});
afterAll(() => testApp.stop());

const state = async () => {
  await testApp.settle();
  const audited = ['audit_entries', 'sqlite_sequence'];
  return [await dump(testApp, fixtures.companyId, audited), await dump(testApp, 'platform', ['sessions'])];
};

describe('visitor', () => {
  test('has an administrator’s view without platform rights and a notice on every page', async () => {
    const actor = await findSessionActor(testApp.kernel, fingerprint(token));
    expect(actor).toMatchObject({ id: 0, companyId: fixtures.companyId, profile: 'admin', super: false });
    for (const path of ['/tickets', '/settings', '/users', `/tickets/${fixtures.uuid}`]) {
      const { status, text } = await visitor.page(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(text).toContain('Você está vendo a empresa Aurora somente para leitura.');
      expect(text).toContain('action="/leave-company"');
    }
    expect((await visitor.json('GET', '/companies')).status).toBe(403);
  });

  const changing = [...ENDPOINTS, ...PAGES].filter(
    ({ method, access, forGuests }) => method !== 'GET' && access !== 'anyone' && !forGuests,
  );
  test(`is rejected by all ${changing.length} calls and forms that change something`, async () => {
    const before = await state();
    for (const row of changing) {
      const { path, body, form } = callOf(row, fixtures);
      const isPage = !('summary' in row);
      const headers = {
        Accept: isPage ? 'text/html' : 'application/json',
        ...(isPage && { 'HX-Request': 'true', 'HX-Request-Type': 'partial' }),
        ...(!form && !isPage && { 'Content-Type': 'application/json' }),
      };
      const sent = isPage ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body);
      const reply = await visitor.raw(path, {
        method: row.method,
        headers,
        body: form ?? (body ? sent : undefined),
      });
      const text = await reply.text();
      expect({ row: row.name, status: reply.status }).toEqual({ row: row.name, status: 403 });
      if (row.access !== 'super')
        expect({ row: row.name, text }).toEqual({
          row: row.name,
          text: expect.stringContaining('ERR_READ_ONLY'),
        });
    }
    expect(await state()).toEqual(before);
  });

  test('can read everything else without changing read or presence state', async () => {
    const before = await state();
    for (const row of [...ENDPOINTS, ...PAGES].filter(({ method }) => method === 'GET')) {
      const { path } = callOf(row, fixtures);
      const reply = await visitor.raw(path, {
        headers: { Accept: !('summary' in row) ? 'text/html' : 'application/json' },
      });
      expect({ row: row.name, ok: reply.status < 500 }).toEqual({ row: row.name, ok: true });
      await reply.arrayBuffer();
    }
    expect(await state()).toEqual(before);
    const scope = await testApp.systemScope();
    const unread = await scope.db.select({ read: messages.read }).from(messages);
    expect(unread.some(({ read }) => !read)).toBe(true);
    expect(testApp.whatsapp.read).toEqual([]);
  });

  test('has no module message handled over the live connection and changes no state', async () => {
    const actor = (await findSessionActor(testApp.kernel, fingerprint(token))) as UserActor;
    const words = MODULES.flatMap(({ pageMessages }) => pageMessages?.(testApp.kernel) ?? []);
    const heard: string[] = [];
    const handleFrame = createFrameHandler(
      words.map((word) => ({ ...word, hear: () => heard.push(word.name) })),
    );
    const socket = { actor, deliver: () => undefined, close: () => undefined };
    for (const { name } of words)
      handleFrame(
        socket,
        JSON.stringify({ channel: name, data: { ticketId: fixtures.ticketId, isOpen: true } }),
      );
    expect(words.length).toBeGreaterThan(2);
    expect(heard).toEqual([]);
    const before = await state();
    testApp.kernel.hub.add(socket);
    testApp.kernel.hub.remove(socket);
    expect(await state()).toEqual(before);
  });

  test('is recorded in the history visible to administrators', async () => {
    const { text } = await (await testApp.as('ana')).page('/settings/history');
    expect(text).toContain('Acesso da plataforma, somente para leitura');
    expect(text).toContain('Davi (Boreal)');
  });
});

describe('visit', () => {
  const enter = async () => enterCompany(await testApp.scopeOf('davi'), { companyId: fixtures.companyId });
  const isAlive = async (visit: string) =>
    (await findSessionActor(testApp.kernel, fingerprint(visit))) !== undefined;

  test('starts from the list and returns to the visitor’s own session', async () => {
    const own = await startSession(
      testApp.kernel,
      testApp.people.companyId.boreal,
      testApp.people.userId.davi,
    );
    const davi = createBrowser(testApp.app, own);
    const entered = await davi.part('POST', `/settings/companies/${fixtures.companyId}/enter`);
    const cookies = entered.headers.getSetCookie().join('\n');
    expect(entered.headers.get('HX-Redirect')).toBe('/');
    expect(cookies).toContain(`sid_own=${own}`);
    const visit = /(?:^|\n)sid=([^;]+)/.exec(cookies)?.[1] ?? '';
    const left = await createBrowser(testApp.app, undefined).raw('/leave-company', {
      method: 'POST',
      headers: { Accept: 'text/html', Cookie: `sid=${visit}; sid_own=${own}`, Origin: 'http://desk.test' },
    });
    expect([left.status, left.headers.get('Location')]).toEqual([303, '/settings/companies']);
    expect(left.headers.getSetCookie().join('\n')).toContain(`sid=${own}`);
    expect([await isAlive(visit), await isAlive(own)]).toEqual([false, true]);
    expect((await davi.part('POST', '/leave-company')).status).toBe(404);
  });

  test('requires reauthentication for exports after ten minutes and audits them', async () => {
    const inside = createBrowser(testApp.app, await enter());
    testApp.clock.advance(10 * 60_000);
    expect((await inside.part('GET', '/contacts/export.csv')).status).toBe(422);
    const wrong = await inside.part('POST', '/profile/proof', { proof: 'not it at all', source: 'csv' });
    expect(wrong.text).toContain('Dados de acesso incorretos');
    expect((await inside.part('POST', '/profile/proof', { proof: PASSWORD, source: 'csv' })).status).toBe(
      204,
    );
    expect((await inside.raw('/contacts/export.csv')).status).toBe(200);
    const rows = await (await testApp.systemScope()).db.select().from(auditEntries);
    const reported = rows.map(({ action, personCompanyId }) => [action, personCompanyId]);
    for (const action of ['session.proofFailed', 'session.proven', 'contacts.exported'])
      expect(reported).toContainEqual([action, testApp.people.companyId.boreal]);
  });

  test('requires a super administrator and another company', async () => {
    const path = `/settings/companies/${testApp.people.companyId.boreal}/enter`;
    expect((await (await testApp.as('ana')).part('POST', path)).status).toBe(403);
    expect((await (await testApp.as('davi')).part('POST', path)).status).toBe(409);
  });

  test('ends after two hours, with another sign-in or the loss of rights', async () => {
    const late = await enter();
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 2 * 3_600_000);
    expect(await isAlive(late)).toBe(false);
    const kicked = await enter();
    await startSession(testApp.kernel, testApp.people.companyId.boreal, testApp.people.userId.davi);
    expect(await isAlive(kicked)).toBe(false);
    const demoted = await enter();
    await setSuper(testApp.kernel, testApp.people, 'davi', false);
    expect(await isAlive(demoted)).toBe(false);
    await setSuper(testApp.kernel, testApp.people, 'davi');
  });

  test('can open a blocked company', async () => {
    const davi = await testApp.scopeOf('davi');
    const { updateCompany } = await import('./companies.service.ts');
    await updateCompany(davi, { companyId: fixtures.companyId, status: false });
    const inside = createBrowser(testApp.app, await enter());
    expect((await inside.json('GET', '/tags')).status).toBe(200);
    expect((await inside.page('/tickets')).text).toContain('somente para leitura');
    await updateCompany(davi, { companyId: fixtures.companyId, status: true });
  });
});
