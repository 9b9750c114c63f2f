import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, renameSync } from 'node:fs';
import {
  apiTokens,
  companies,
  companyErasures,
  deletedCompanies,
  invoices,
  logins,
  plans,
  sessions,
} from '@db/platform/schema/index.ts';
import { contacts } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { emailOf, PASSWORD, setSuper } from '@test/support/people.ts';
import { refusalOf } from '@test/support/refusal.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import { databaseIn } from '@/core/db/tenants/tenant-folder.ts';
import type { Scope } from '@/core/scope.ts';
import { eraseCompany } from '@/modules/erasures/company/erase-company.service.ts';
import { sendUnprompted } from '@/modules/messages/write/send-unprompted-message.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { binFolder } from './bin.queries.ts';
import { binAtStart, bringBackCompany, emptyBin } from './bin.service.ts';

const DAY_MS = 86_400_000;

let testApp: TestApp;
let aurora: number;

beforeEach(async () => {
  testApp = await createTestApp();
  aurora = testApp.people.companyId.aurora;
  await setSuper(testApp.kernel, testApp.people, 'davi');
  await createTag(await testApp.systemScope('aurora'), { name: 'fica', color: '#111111', kanban: false });
});
afterEach(() => testApp.stop());

const call = async (method: string, path: string) =>
  (await testApp.as('davi')).json<{ error: string }>(method, path);
const part = async (method: string, path: string, body?: Record<string, string>) =>
  (await testApp.as('davi')).part(method, path, body);
const remove = () => call('DELETE', `/companies/${aurora}`);
const bringBack = () => part('POST', `/settings/companies/bin/${aurora}`);
const folder = () => testApp.kernel.tenants.folder(aurora);
const bin = () => binFolder(testApp.kernel, aurora);
const isIn = (path: string) => existsSync(databaseIn(path));
const signIn = async () =>
  (await testApp.as()).json<{ error: string; code: string }>('POST', '/auth/login', {
    email: emailOf('ana'),
    password: PASSWORD,
  });

describe('deleting a company', () => {
  test('requires its name', async () => {
    const path = `/settings/companies/${aurora}/delete`;
    expect((await part('GET', path)).text).toContain('Deseja realmente excluir esse registro?');
    const wrong = await part('POST', path, { typedName: 'aurora' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('O nome não é o da empresa')]);
    expect(isIn(folder())).toBe(true);
    const right = await part('POST', path, { typedName: ' Aurora ' });
    expect([right.status, right.headers.get('HX-Redirect')]).toEqual([204, '/settings/companies']);
    expect([isIn(folder()), isIn(bin())]).toEqual([false, true]);
  });

  test('ends sessions, sockets and connections at once without affecting others', async () => {
    const connectionId = await addConnection(testApp, { company: 'aurora', name: 'Linha' });
    testApp.whatsapp.become({ companyId: aurora, connectionId });
    const bia = await testApp.as('bia');
    const { actor } = await testApp.scopeOf('bia');
    const closed: string[] = [];
    if (actor.kind === 'user')
      testApp.kernel.hub.add({
        actor,
        deliver: () => undefined,
        close: (reason) => void closed.push(reason),
      });
    const davi = await testApp.as('davi');
    expect((await bia.json('GET', '/tags')).status).toBe(200);
    expect((await davi.json('DELETE', `/companies/${aurora}`)).status).toBe(200);
    expect(closed).toEqual(['expired']);
    expect(testApp.whatsapp.calls).toContain(`stop ${aurora}:${connectionId}`);
    expect((await bia.json('GET', '/tags')).status).toBe(401);
    expect((await bia.page('/login')).status).toBe(200);
    expect((await signIn()).body).toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' });
    expect(await call('GET', `/companies/${aurora}`)).toMatchObject({ status: 404 });
    expect((await (await testApp.as()).json('GET', '/healthz')).body).toMatchObject({
      companies: { failing: 0 },
    });
    expect((await call('GET', '/tags')).status).toBe(200);
  });

  test('is refused for one’s own company and without super administrator rights', async () => {
    const own = await call('DELETE', `/companies/${testApp.people.companyId.boreal}`);
    expect([own.status, own.body.error]).toEqual([409, 'ERR_COMPANY_IS_OWN']);
    const ana = await (await testApp.as('ana')).json(
      'DELETE',
      `/companies/${testApp.people.companyId.boreal}`,
    );
    expect(ana).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } });
  });
});

describe('restoring a deleted company', () => {
  test('restores data, users, tokens and invoices but no session', async () => {
    await testApp.kernel.platform.write(async (tx) => {
      const at = new Date(0);
      await tx.insert(apiTokens).values({ hash: 'h', companyId: aurora, connectionId: 1, createdAt: at });
      await tx.insert(invoices).values({
        ...{ companyId: aurora, detail: 'Plano 1', cents: 3000, dueDate: at, dueDay: '2026-03-10' },
        ...{ users: 1, connections: 1, queues: 1, recurrence: 'MENSAL' },
      });
    });
    const [ana, davi] = [await testApp.as('ana'), await testApp.as('davi')];
    expect((await ana.json('GET', '/tags')).status).toBe(200);
    const rows = async () => ({
      companies: await testApp.kernel.platform.db.select().from(companies).where(eq(companies.id, aurora)),
      logins: await testApp.kernel.platform.db.select().from(logins).where(eq(logins.companyId, aurora)),
      tokens: await testApp.kernel.platform.db.select().from(apiTokens),
      invoices: await testApp.kernel.platform.db.select().from(invoices),
    });
    const before = await rows();
    await davi.json('DELETE', `/companies/${aurora}`);
    expect(await rows()).toEqual({ companies: [], logins: [], tokens: [], invoices: [] });
    const { text } = await davi.part('GET', '/settings/companies/bin');
    expect(text).toContain('aria-label="Ações de Aurora"');
    expect(text).toMatch(/>\s*Apagar agora</);
    expect((await davi.part('POST', `/settings/companies/bin/${aurora}`)).status).toBe(204);
    expect(await rows()).toEqual(before);
    expect([isIn(folder()), isIn(bin())]).toEqual([true, false]);
    const left = await testApp.kernel.platform.db
      .select()
      .from(sessions)
      .where(eq(sessions.companyId, aurora));
    expect(left).toEqual([]);
    expect((await ana.json('GET', '/tags')).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    const found = await (await testApp.as('ana')).json<{ tags: { name: string }[] }>('GET', '/tags');
    expect(found.body.tags.map(({ name }) => name)).toEqual(['fica']);
    expect((await bringBack()).status).toBe(404);
  });

  test('starts no WhatsApp of a blocked company', async () => {
    const connectionId = await addConnection(testApp, { name: 'Linha', status: 'OPENING' });
    await testApp.kernel.platform.write((tx) =>
      tx.update(companies).set({ status: false }).where(eq(companies.id, aurora)),
    );
    await remove();
    expect((await bringBack()).status).toBe(204);
    expect(testApp.whatsapp.calls).not.toContain(`start ${aurora}:${connectionId}`);
  });

  test('sends what waited to be sent when it was deleted', async () => {
    const connectionId = await addConnection(testApp, { name: 'Linha', status: 'OPENING' });
    const scope = await testApp.systemScope('aurora');
    const maria = { name: 'Maria', number: '5511999990000' };
    const [contact] = await scope.write((tx) =>
      tx.db.insert(contacts).values(maria).returning({ id: contacts.id }),
    );
    const text = { body: 'seu pedido saiu', mediaType: 'conversation', media: null } as const;
    await scope.write((tx) =>
      sendUnprompted(tx, {
        ...text,
        contactId: contact?.id ?? 0,
        connectionId,
        cause: 'test:1',
        isQuiet: true,
      }),
    );
    await testApp.settle();
    await remove();
    await testApp.settle();
    expect((await bringBack()).status).toBe(204);
    const target = { companyId: aurora, connectionId };
    expect(testApp.whatsapp.calls.at(-1)).toBe(`start ${aurora}:${connectionId}`);
    testApp.whatsapp.become(target);
    const state = testApp.whatsapp.find(target)?.state;
    if (!state) throw new Error('the fake session is not open');
    await testApp.listener.onState(target, state);
    await testApp.settle();
    expect(testApp.whatsapp.sent.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'seu pedido saiu' },
    ]);
  });

  test('works three times in a row', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect((await remove()).status).toBe(200);
      expect((await bringBack()).status).toBe(204);
    }
    expect((await (await testApp.as('ana')).json('GET', '/tags')).status).toBe(200);
  });

  test('is refused when name or e-mail is taken and works without its plan', async () => {
    await remove();
    const { platform } = testApp.kernel;
    const [twin] = await platform.write((tx) => tx.insert(companies).values({ name: 'AURORA' }).returning());
    const refused = await bringBack();
    expect([refused.status, isIn(bin())]).toEqual([400, true]);
    await platform.write((tx) =>
      tx
        .update(companies)
        .set({ name: 'Outra' })
        .where(eq(companies.id, twin?.id ?? 0)),
    );
    const login = { email: emailOf('bia'), companyId: twin?.id ?? 0, userId: 1 };
    await platform.write((tx) => tx.insert(logins).values(login));
    expect((await bringBack()).status).toBe(409);
    await platform.write((tx) => tx.delete(logins).where(eq(logins.email, login.email)));
    await platform.write((tx) => tx.update(companies).set({ planId: null }));
    await platform.write((tx) => tx.delete(plans));
    expect((await bringBack()).status).toBe(204);
    const [row] = await platform.db.select().from(companies).where(eq(companies.id, aurora));
    expect(row?.planId).toBeNull();
  });
});

test('of bringing back, and erasing, at the same moment only the first succeeds', async () => {
  const restore = (scope: Scope) => bringBackCompany(scope, { companyId: aurora });
  const erase = (scope: Scope) => eraseCompany(scope, { companyId: aurora, typedName: 'Aurora' });
  for (const [acts, isLeft] of [
    [[restore, erase], true],
    [[restore, restore], true],
    [[erase, restore], false],
  ] as const) {
    await remove();
    await testApp.settle();
    const davi = await testApp.scopeOf('davi');
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const holding = testApp.kernel.platform.write(() => {
      begin();
      return held;
    });
    await began;
    const ends: Promise<string>[] = [];
    for (const act of acts) {
      const { pending } = testApp.kernel.platform.queue;
      ends.push(refusalOf(act(davi)));
      await until('it waits', () => testApp.kernel.platform.queue.pending > pending);
    }
    letGo();
    await holding;
    expect(await Promise.all(ends)).toEqual(['no refusal', expect.stringContaining('ERR_NO_COMPANY_FOUND')]);
    await until('nothing is being erased', async () => {
      const erasures = await testApp.kernel.platform.db.select().from(companyErasures);
      return erasures.every(({ step }) => step !== 'folder');
    });
    expect([acts, isIn(folder()), existsSync(bin())]).toEqual([acts, isLeft, false]);
  }
});

describe('after a crash', () => {
  test('following the commit the next start moves the folder', async () => {
    await remove();
    renameSync(bin(), folder());
    await binAtStart.run(testApp.kernel);
    expect([isIn(folder()), isIn(bin())]).toEqual([false, true]);
    await binAtStart.run(testApp.kernel);
    expect(isIn(bin())).toBe(true);
    expect((await bringBack()).status).toBe(204);
  });

  test('while emptying the bin it is emptied again', async () => {
    await remove();
    renameSync(bin(), `${bin()}-half`);
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 31 * DAY_MS);
    await emptyBin(testApp.kernel);
    expect(await testApp.kernel.platform.db.select().from(deletedCompanies)).toEqual([]);
  });
});

test('the bin deletes a company after 30 days', async () => {
  await remove();
  testApp.clock.now = new Date(testApp.clock.now.getTime() + 30 * DAY_MS - 1);
  await emptyBin(testApp.kernel);
  expect(isIn(bin())).toBe(true);
  testApp.clock.now = new Date(testApp.clock.now.getTime() + 1);
  await emptyBin(testApp.kernel);
  expect(existsSync(bin())).toBe(false);
  expect((await bringBack()).status).toBe(404);
});
