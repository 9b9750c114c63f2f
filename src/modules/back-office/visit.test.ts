import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { auditEntries, messages } from '@db/tenant/schema/index.ts';
import { type Browser, createBrowser } from '@test/support/app.ts';
import { callOf } from '@test/support/calls.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { PASSWORD, setSuper } from '@test/support/people.ts';
import { dump, fillCompany, type World } from '@test/support/world.ts';
import { createPageEar } from '@/kernel/live/page-frames.ts';
import type { UserActor } from '@/kernel/scope.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { findSessionActor, startSession } from '@/modules/auth/sessions.service.ts';
import { MODULES } from '@/modules.ts';
import { ENDPOINTS, PAGES } from '@/rows.ts';
import { enterCompany } from './visit.service.ts';

let desk: TestDesk;
let world: World;
let token: string;
let visitor: Browser;

beforeAll(async () => {
  desk = await createTestDesk();
  const { aurora } = desk.cast.companyId;
  world = await fillCompany(desk, { company: 'aurora', queueId: desk.cast.queueId.Vendas, mark: 'um' });
  await setSuper(desk.kernel, desk.cast, 'davi');
  token = await enterCompany(await desk.scopeOf('davi'), { companyId: aurora });
  visitor = createBrowser(desk.app, token);
});
afterAll(() => desk.stop());

const state = async () => {
  await desk.settle();
  // What is exported on a visit is written down.
  const audited = ['audit_entries', 'sqlite_sequence'];
  return [await dump(desk, world.companyId, audited), await dump(desk, 'platform', ['sessions'])];
};

describe('a visitor', () => {
  test('is nobody’s colleague: an administrator’s sight, no rights of the platform, and told on every page', async () => {
    const actor = await findSessionActor(desk.kernel, fingerprint(token));
    expect(actor).toMatchObject({ id: 0, companyId: world.companyId, profile: 'admin', super: false });
    for (const path of ['/tickets', '/settings', '/users', `/tickets/${world.uuid}`]) {
      const { status, text } = await visitor.page(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(text).toContain('Você está vendo a empresa Aurora somente para leitura.');
      expect(text).toContain('action="/leave-company"');
    }
    expect((await visitor.json('GET', '/companies')).status).toBe(403);
  });

  const changing = [...ENDPOINTS, ...PAGES].filter(
    ({ method, access, whileVisiting }) => method !== 'GET' && access !== 'anyone' && !whileVisiting,
  );
  test(`is refused by each of the ${changing.length} calls and forms that change something`, async () => {
    const before = await state();
    for (const row of changing) {
      const { path, body, form } = callOf(row, world);
      const isPage = 'show' in row;
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

  test('reads everything else, and leaves no trace: nothing is read, nothing is seen', async () => {
    const before = await state();
    for (const row of [...ENDPOINTS, ...PAGES].filter(({ method }) => method === 'GET')) {
      const { path } = callOf(row, world);
      const reply = await visitor.raw(path, {
        headers: { Accept: 'show' in row ? 'text/html' : 'application/json' },
      });
      expect({ row: row.name, ok: reply.status < 500 }).toEqual({ row: row.name, ok: true });
      await reply.arrayBuffer();
    }
    expect(await state()).toEqual(before);
    const scope = await desk.systemScope();
    const unread = await scope.db.select({ read: messages.read }).from(messages);
    expect(unread.some(({ read }) => !read)).toBe(true);
    expect(desk.whatsapp.read).toEqual([]);
  });

  test('says nothing over its line but that its page is in view', async () => {
    const actor = (await findSessionActor(desk.kernel, fingerprint(token))) as UserActor;
    const words = MODULES.flatMap(({ pageWords }) => pageWords?.(desk.kernel) ?? []);
    const said: string[] = [];
    const ear = createPageEar(words.map((word) => ({ ...word, hear: () => said.push(word.name) })));
    const socket = { actor, deliver: () => undefined, close: () => undefined };
    for (const { name } of words)
      ear(socket, JSON.stringify({ channel: name, data: { ticketId: world.ticketId, isOpen: true } }));
    expect(words.length).toBeGreaterThan(2);
    expect(said).toEqual([]);
    const before = await state();
    desk.kernel.hub.add(socket);
    desk.kernel.hub.remove(socket);
    expect(await state()).toEqual(before);
  });

  test('is in the history that the company’s administrators read', async () => {
    const { text } = await (await desk.as('ana')).page('/settings/history');
    expect(text).toContain('Acesso da plataforma, somente para leitura');
    expect(text).toContain('Davi (Boreal)');
  });
});

describe('a visit', () => {
  const enter = async () => enterCompany(await desk.scopeOf('davi'), { companyId: world.companyId });
  const isAlive = async (visit: string) =>
    (await findSessionActor(desk.kernel, fingerprint(visit))) !== undefined;

  test('begins from the list and ends where it began, in the visitor’s own session', async () => {
    const own = await startSession(desk.kernel, desk.cast.companyId.boreal, desk.cast.userId.davi);
    const davi = createBrowser(desk.app, own);
    const entered = await davi.part('POST', `/settings/companies/${world.companyId}/enter`);
    const cookies = entered.headers.getSetCookie().join('\n');
    expect(entered.headers.get('HX-Redirect')).toBe('/');
    expect(cookies).toContain(`sid_own=${own}`);
    const visit = /(?:^|\n)sid=([^;]+)/.exec(cookies)?.[1] ?? '';
    const left = await createBrowser(desk.app, undefined).raw('/leave-company', {
      method: 'POST',
      headers: { Accept: 'text/html', Cookie: `sid=${visit}; sid_own=${own}`, Origin: 'http://desk.test' },
    });
    expect([left.status, left.headers.get('Location')]).toEqual([303, '/settings/companies']);
    expect(left.headers.getSetCookie().join('\n')).toContain(`sid=${own}`);
    expect([await isAlive(visit), await isAlive(own)]).toEqual([false, true]);
    expect((await davi.part('POST', '/leave-company')).status).toBe(404);
  });

  test('asks after ten minutes before a sheet leaves, by what the visitor knows, and the company reads of it', async () => {
    const inside = createBrowser(desk.app, await enter());
    desk.clock.advance(10 * 60_000);
    expect((await inside.part('GET', '/contacts/export.csv')).status).toBe(422);
    const wrong = await inside.part('POST', '/profile/proof', { proof: 'not it at all', source: 'csv' });
    expect(wrong.text).toContain('Erro de autenticação');
    expect((await inside.part('POST', '/profile/proof', { proof: PASSWORD, source: 'csv' })).status).toBe(
      204,
    );
    expect((await inside.raw('/contacts/export.csv')).status).toBe(200);
    const rows = await (await desk.systemScope()).db.select().from(auditEntries);
    const told = rows.map(({ action, personCompanyId }) => [action, personCompanyId]);
    for (const action of ['session.proofFailed', 'session.proven', 'contacts.exported'])
      expect(told).toContainEqual([action, desk.cast.companyId.boreal]);
  });

  test('is for super administrators, and not to one’s own company', async () => {
    const path = `/settings/companies/${desk.cast.companyId.boreal}/enter`;
    expect((await (await desk.as('ana')).part('POST', path)).status).toBe(403);
    expect((await (await desk.as('davi')).part('POST', path)).status).toBe(409);
  });

  test('ends after two hours, with the visitor’s sign-out elsewhere, and with their right', async () => {
    const late = await enter();
    desk.clock.now = new Date(desk.clock.now.getTime() + 2 * 3_600_000);
    expect(await isAlive(late)).toBe(false);
    const kicked = await enter();
    await startSession(desk.kernel, desk.cast.companyId.boreal, desk.cast.userId.davi);
    expect(await isAlive(kicked)).toBe(false);
    const demoted = await enter();
    await setSuper(desk.kernel, desk.cast, 'davi', false);
    expect(await isAlive(demoted)).toBe(false);
    await setSuper(desk.kernel, desk.cast, 'davi');
  });

  test('opens a blocked company too', async () => {
    const davi = await desk.scopeOf('davi');
    const { updateCompany } = await import('./companies.service.ts');
    await updateCompany(davi, { companyId: world.companyId, status: false });
    const inside = createBrowser(desk.app, await enter());
    expect((await inside.json('GET', '/tags')).status).toBe(200);
    expect((await inside.page('/tickets')).text).toContain('somente para leitura');
    await updateCompany(davi, { companyId: world.companyId, status: true });
  });
});
