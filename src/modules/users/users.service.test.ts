import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { logins, plans, sessions } from '@db/platform/schema/index.ts';
import {
  contactImports,
  pushSubscriptions,
  quickMessages,
  ticketEvents,
  users,
} from '@db/tenant/schema/index.ts';
import { browserAt, emailOf, PASSWORD } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { eq } from 'drizzle-orm';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { Scope } from '@/kernel/scope.ts';
import { signIn } from '@/modules/auth/auth.service.ts';
import { createTicketDesk, type TicketDesk } from '@/modules/tickets/ticket-desk.test-support.ts';
import { createUser, deleteUser, updateUser } from './users.service.ts';

let tickets: TicketDesk;
let ana: Scope;
let bia: number;

beforeEach(async () => {
  tickets = await createTicketDesk();
  await tickets.reset();
  ana = await tickets.desk.scopeOf('ana');
  bia = tickets.desk.cast.userId.bia;
});
afterEach(() => tickets.desk.stop());

const LIA = {
  name: 'Lia',
  email: 'lia@aurora.test',
  password: 'uma boa senha longa',
  profile: 'user',
} as const;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; fields?: object }) => error.fields ?? error.code,
  );
const canSignIn = (email: string, password = PASSWORD) =>
  signIn(tickets.desk.kernel, { email, password, browser: browserAt(crypto.randomUUID()) }).then(
    () => true,
    (error: { code?: string }) => error.code,
  );
const loginsOf = (userId: number) =>
  tickets.desk.kernel.platform.db.select().from(logins).where(eq(logins.userId, userId));
const people = () => tickets.system.db.query.users.findMany();

/** Between the two databases: the platform's part is done, the company's is not. */
async function crashing(work: () => Promise<unknown>): Promise<void> {
  const { kernel } = tickets.desk;
  const database = await kernel.tenants.open(tickets.system.companyId);
  const { write } = database;
  database.write = () => Promise.reject(new Error('the power went'));
  await expect(work()).rejects.toThrow('the power went');
  database.write = write;
}

describe('deleting a person', () => {
  test('puts their open tickets back to waiting, told in the story and to open pages', async () => {
    await tickets.put('bia', { status: 'open', userId: bia });
    const heard = await tickets.desk.listenAs('caio');
    const own = await tickets.desk.listenAs('ana');
    await deleteUser(ana, { userId: bia });
    await tickets.desk.settle();
    expect(await tickets.row()).toMatchObject({ status: 'pending', userId: null });
    const [event] = await tickets.system.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.type, 'returned'));
    expect(event).toMatchObject({
      ticketId: tickets.ticketId,
      userId: ana.actor.kind === 'user' ? ana.actor.id : 0,
    });
    const told = own.filter(({ channel }) => channel === 'ticket').at(-1)?.data;
    expect(told).toMatchObject({ action: 'update', ticket: { status: 'pending', user: null } });
    const deletions = (all: LiveMessage[]) => all.filter(({ data }) => (data as { userId?: string }).userId);
    expect([deletions(own).length, deletions(heard).length]).toEqual([1, 0]);
  });

  test('leaves closed ones, and what others made', async () => {
    await tickets.put('bia', { status: 'open', userId: bia });
    await tickets.put('bia', { status: 'closed' });
    await deleteUser(ana, { userId: bia });
    expect(await tickets.row()).toMatchObject({ status: 'closed', userId: null });
    expect((await people()).map(({ name }) => name)).toEqual(['Ana', 'Rui', 'Caio']);
  });

  test('takes along what is theirs alone: quick messages with files, browsers to push to, imports', async () => {
    const { companyId, kernel } = tickets.system;
    const file = await kernel.storage.save(companyId, new Uint8Array([1]), 'bin');
    await tickets.system.write(async (tx) => {
      const values = { userId: bia, message: 'x', mediaPath: file.key };
      await tx.db.insert(quickMessages).values({ ...values, shortcode: 'dela' });
      await tx.db
        .insert(quickMessages)
        .values({ ...values, shortcode: 'geral', mediaPath: null, isGeneral: true });
      const keys = { p256dh: 'p', auth: 'a', session: 's' };
      await tx.db.insert(pushSubscriptions).values({ userId: bia, endpoint: 'https://push.test/1', ...keys });
      await tx.db.insert(contactImports).values({ userId: bia, source: 'sheet', state: 'preview' });
    });
    await deleteUser(ana, { userId: bia });
    const { db } = tickets.system;
    expect(await db.select({ shortcode: quickMessages.shortcode }).from(quickMessages)).toEqual([
      { shortcode: 'geral' },
    ]);
    expect([await db.select().from(pushSubscriptions), await db.select().from(contactImports)]).toEqual([
      [],
      [],
    ]);
    await until('the file is gone', async () => !(await Bun.file(file.path).exists()));
  });

  test('ends sign-in and sessions, and their e-mail is free', async () => {
    const browser = await tickets.desk.as('bia');
    await deleteUser(ana, { userId: bia });
    expect((await browser.json('GET', '/auth/me')).status).toBe(401);
    expect(await canSignIn(emailOf('bia'))).toBe('ERR_INVALID_CREDENTIALS');
    const { platform } = tickets.desk.kernel;
    expect(await platform.db.select().from(sessions).where(eq(sessions.userId, bia))).toEqual([]);
    const again = await createUser(ana, { ...LIA, email: emailOf('bia') });
    expect(again.id).toBeGreaterThan(tickets.desk.cast.userId.caio);
  });

  test('after a crash between the databases they are still listed, and deleting again ends it', async () => {
    await crashing(() => deleteUser(ana, { userId: bia }));
    expect([await canSignIn(emailOf('bia')), (await people()).length]).toEqual([
      'ERR_INVALID_CREDENTIALS',
      4,
    ]);
    await deleteUser(ana, { userId: bia });
    expect((await people()).length).toBe(3);
  });
});

describe('somebody must be left to administer', () => {
  test('two administrators who delete each other at once: one stays, and can sign in', async () => {
    await updateUser(ana, { userId: tickets.desk.cast.userId.rui, profile: 'admin' });
    const rui = await tickets.desk.scopeOf('rui');
    const [first, second] = await Promise.all([
      refusal(deleteUser(ana, { userId: tickets.desk.cast.userId.rui })),
      refusal(deleteUser(rui, { userId: tickets.desk.cast.userId.ana })),
    ]);
    expect([first, second].sort()).toEqual(['ERR_LAST_ADMIN', 'done']);
    expect(await canSignIn(emailOf('ana'))).toBe(true);
  });

  test('a disabled one does not count', async () => {
    const { rui } = tickets.desk.cast.userId;
    await updateUser(ana, { userId: rui, profile: 'admin' });
    await updateUser(ana, { userId: rui, active: false });
    const self = { userId: tickets.desk.cast.userId.ana, profile: 'user' } as const;
    expect(await refusal(updateUser(ana, self))).toBe('ERR_LAST_ADMIN');
    await updateUser(ana, { userId: rui, active: true });
    expect(await refusal(updateUser(ana, self))).toBe('done');
  });

  test('the system itself cannot end it either', async () => {
    const { ana: last } = tickets.desk.cast.userId;
    expect(await refusal(deleteUser(tickets.system, { userId: last }))).toBe('ERR_LAST_ADMIN');
    expect(await refusal(updateUser(tickets.system, { userId: last, active: false }))).toBe('ERR_LAST_ADMIN');
  });
});

describe('the plan', () => {
  const allow = (n: number) => tickets.desk.kernel.platform.write((tx) => tx.update(plans).set({ users: n }));

  test('counts who may sign in: adding and enabling stop at its limit', async () => {
    await allow(4);
    expect(await refusal(createUser(ana, LIA))).toBe('ERR_LIMIT_REACHED');
    await updateUser(ana, { userId: bia, active: false });
    expect(await refusal(createUser(ana, LIA))).toBe('done');
    expect(await refusal(updateUser(ana, { userId: bia, active: true }))).toBe('ERR_LIMIT_REACHED');
    await allow(5);
    expect(await refusal(updateUser(ana, { userId: bia, active: true }))).toBe('done');
    expect(await refusal(updateUser(ana, { userId: bia, active: true, name: 'Beatriz' }))).toBe('done');
  });

  test('says it in the words of the contract, and leaves no login behind', async () => {
    await allow(4);
    const { status, body } = await (await tickets.desk.as('ana')).json('POST', '/users', LIA);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'Número máximo de usuários já alcançado: 4', code: 'ERR_LIMIT_REACHED', limit: 4 },
    });
    const { platform } = tickets.desk.kernel;
    expect(await platform.db.select().from(logins).where(eq(logins.email, LIA.email))).toEqual([]);
  });
});

describe('the two databases', () => {
  test('a crash while somebody is added: adding them again works, and so does somebody else', async () => {
    await crashing(() => createUser(ana, LIA));
    expect(await canSignIn(LIA.email, LIA.password)).toBe('ERR_INVALID_CREDENTIALS');
    const { id } = await createUser(ana, LIA);
    expect([await canSignIn(LIA.email, LIA.password), (await loginsOf(id)).length]).toEqual([true, 1]);
    await crashing(() => createUser(ana, { ...LIA, email: 'um@aurora.test' }));
    const other = await createUser(ana, { ...LIA, email: 'dois@aurora.test' });
    expect((await loginsOf(other.id)).map(({ email }) => email)).toEqual(['dois@aurora.test']);
    expect(await canSignIn('um@aurora.test', LIA.password)).toBe('ERR_INVALID_CREDENTIALS');
  });

  test('a crash while an e-mail changes: the change can be repeated', async () => {
    const change = { userId: bia, email: 'nova@aurora.test' };
    await crashing(() => updateUser(ana, change));
    await updateUser(ana, change);
    expect([await canSignIn('nova@aurora.test'), await canSignIn(emailOf('bia'))]).toEqual([
      true,
      'ERR_INVALID_CREDENTIALS',
    ]);
  });

  test('a day’s tries of e-mails are counted, so that a company cannot ask who is on the platform', async () => {
    const mails = Array.from({ length: 100 }, () => emailOf('davi'));
    for (const email of mails) await refusal(updateUser(ana, { userId: bia, email }));
    const free = { userId: bia, email: 'livre@aurora.test' };
    expect(await refusal(updateUser(ana, free))).toEqual({ email: 'users:emailTooOften' });
    tickets.desk.clock.advance(24 * 60 * 60_000);
    expect(await refusal(updateUser(await tickets.desk.scopeOf('ana'), free))).toBe('done');
  });
});

test('whoever is disabled cannot sign in, and is told no more than a stranger', async () => {
  await updateUser(ana, { userId: bia, active: false });
  expect(await canSignIn(emailOf('bia'))).toBe('ERR_INVALID_CREDENTIALS');
  const [row] = await tickets.system.db.select().from(users).where(eq(users.id, bia));
  expect(row?.disabledAt).toEqual(tickets.desk.clock.now);
  await updateUser(ana, { userId: bia, active: true });
  expect(await canSignIn(emailOf('bia'))).toBe(true);
});
