import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, renameSync } from 'node:fs';
import {
  apiTokens,
  companies,
  deletedCompanies,
  invoices,
  logins,
  plans,
  sessions,
} from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { emailOf, PASSWORD, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { databaseIn } from '@/kernel/db/tenant-folder.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { binFolder } from './bin.queries.ts';
import { binAtStart, emptyBin } from './bin.service.ts';

const DAY_MS = 86_400_000;

let desk: TestDesk;
let aurora: number;

beforeEach(async () => {
  desk = await createTestDesk();
  aurora = desk.cast.companyId.aurora;
  await setSuper(desk.kernel, desk.cast, 'davi');
  await createTag(await desk.systemScope('aurora'), { name: 'fica', color: '#111111', kanban: false });
});
afterEach(() => desk.stop());

const call = async (method: string, path: string) =>
  (await desk.as('davi')).json<{ error: string }>(method, path);
const part = async (method: string, path: string, body?: Record<string, string>) =>
  (await desk.as('davi')).part(method, path, body);
const remove = () => call('DELETE', `/companies/${aurora}`);
const bringBack = () => part('POST', `/settings/companies/bin/${aurora}`);
const folder = () => desk.kernel.tenants.folder(aurora);
const bin = () => binFolder(desk.kernel, aurora);
const isIn = (path: string) => existsSync(databaseIn(path));
const signIn = async () =>
  (await desk.as()).json<{ error: string; code: string }>('POST', '/auth/login', {
    email: emailOf('ana'),
    password: PASSWORD,
  });

describe('deleting a company', () => {
  test('asks for its name', async () => {
    const path = `/settings/companies/${aurora}/delete`;
    expect((await part('GET', path)).text).toContain('Deseja realmente excluir esse registro?');
    const wrong = await part('POST', path, { typedName: 'aurora' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Não é o nome da empresa')]);
    expect(isIn(folder())).toBe(true);
    const right = await part('POST', path, { typedName: ' Aurora ' });
    expect([right.status, right.headers.get('HX-Redirect')]).toEqual([204, '/settings/companies']);
    expect([isIn(folder()), isIn(bin())]).toEqual([false, true]);
  });

  test('ends sessions, sockets and lines at once; the others work', async () => {
    const connectionId = await addConnection(desk, { company: 'aurora', name: 'Linha' });
    desk.whatsapp.become({ companyId: aurora, connectionId });
    const bia = await desk.as('bia');
    const { actor } = await desk.scopeOf('bia');
    const closed: string[] = [];
    if (actor.kind === 'user')
      desk.kernel.hub.add({ actor, deliver: () => undefined, close: (reason) => void closed.push(reason) });
    const davi = await desk.as('davi');
    expect((await bia.json('GET', '/tags')).status).toBe(200);
    expect((await davi.json('DELETE', `/companies/${aurora}`)).status).toBe(200);
    expect(closed).toEqual(['expired']);
    expect(desk.whatsapp.calls).toContain(`stop ${aurora}:${connectionId}`);
    expect((await bia.json('GET', '/tags')).status).toBe(401);
    expect((await bia.page('/login')).status).toBe(200);
    expect((await signIn()).body).toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' });
    expect(await call('GET', `/companies/${aurora}`)).toMatchObject({ status: 404 });
    expect((await (await desk.as()).json('GET', '/healthz')).body).toMatchObject({
      companies: { failing: 0 },
    });
    expect((await call('GET', '/tags')).status).toBe(200);
  });

  test('is not for one’s own, nor for others than super administrators', async () => {
    const own = await call('DELETE', `/companies/${desk.cast.companyId.boreal}`);
    expect([own.status, own.body.error]).toEqual([409, 'ERR_COMPANY_IS_OWN']);
    const ana = await (await desk.as('ana')).json('DELETE', `/companies/${desk.cast.companyId.boreal}`);
    expect(ana).toMatchObject({ status: 403, body: { error: 'ERR_NO_SUPER' } });
  });
});

describe('bringing it back', () => {
  test('returns data, people, tokens and invoices, but no session', async () => {
    await desk.kernel.platform.write(async (tx) => {
      const at = new Date(0);
      await tx.insert(apiTokens).values({ hash: 'h', companyId: aurora, connectionId: 1, createdAt: at });
      await tx.insert(invoices).values({
        ...{ companyId: aurora, detail: 'Plano 1', cents: 3000, dueDate: at, dueDay: '2026-03-10' },
        ...{ users: 1, connections: 1, queues: 1, recurrence: 'MENSAL' },
      });
    });
    const [ana, davi] = [await desk.as('ana'), await desk.as('davi')];
    expect((await ana.json('GET', '/tags')).status).toBe(200);
    const rows = async () => ({
      companies: await desk.kernel.platform.db.select().from(companies).where(eq(companies.id, aurora)),
      logins: await desk.kernel.platform.db.select().from(logins).where(eq(logins.companyId, aurora)),
      tokens: await desk.kernel.platform.db.select().from(apiTokens),
      invoices: await desk.kernel.platform.db.select().from(invoices),
    });
    const before = await rows();
    await davi.json('DELETE', `/companies/${aurora}`);
    expect(await rows()).toEqual({ companies: [], logins: [], tokens: [], invoices: [] });
    expect((await davi.part('GET', '/settings/companies/bin')).text).toContain('Aurora');
    expect((await davi.part('POST', `/settings/companies/bin/${aurora}`)).status).toBe(204);
    expect(await rows()).toEqual(before);
    expect([isIn(folder()), isIn(bin())]).toEqual([true, false]);
    const left = await desk.kernel.platform.db.select().from(sessions).where(eq(sessions.companyId, aurora));
    expect(left).toEqual([]);
    expect((await ana.json('GET', '/tags')).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    const found = await (await desk.as('ana')).json<{ tags: { name: string }[] }>('GET', '/tags');
    expect(found.body.tags.map(({ name }) => name)).toEqual(['fica']);
    expect((await bringBack()).status).toBe(404);
  });

  test('can be done again and again', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect((await remove()).status).toBe(200);
      expect((await bringBack()).status).toBe(204);
    }
    expect((await (await desk.as('ana')).json('GET', '/tags')).status).toBe(200);
  });

  test('is refused where its name or an e-mail was given away, and goes without a plan that is gone', async () => {
    await remove();
    const { platform } = desk.kernel;
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

describe('a crash', () => {
  test('behind the commit: the next start moves the folder', async () => {
    await remove();
    renameSync(bin(), folder());
    await binAtStart.run(desk.kernel);
    expect([isIn(folder()), isIn(bin())]).toEqual([false, true]);
    await binAtStart.run(desk.kernel);
    expect(isIn(bin())).toBe(true);
    expect((await bringBack()).status).toBe(204);
  });

  test('while the bin is emptied: it is emptied again', async () => {
    await remove();
    renameSync(bin(), `${bin()}-half`);
    desk.clock.now = new Date(desk.clock.now.getTime() + 31 * DAY_MS);
    await emptyBin(desk.kernel);
    expect(await desk.kernel.platform.db.select().from(deletedCompanies)).toEqual([]);
  });
});

test('after 30 days it is gone for good', async () => {
  await remove();
  desk.clock.now = new Date(desk.clock.now.getTime() + 30 * DAY_MS - 1);
  await emptyBin(desk.kernel);
  expect(isIn(bin())).toBe(true);
  desk.clock.now = new Date(desk.clock.now.getTime() + 1);
  await emptyBin(desk.kernel);
  expect(existsSync(bin())).toBe(false);
  expect((await bringBack()).status).toBe(404);
});
