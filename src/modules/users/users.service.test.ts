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
import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { Scope } from '@/core/scope.ts';
import { signIn } from '@/modules/auth/auth.service.ts';
import { createTicketFixture, type TicketFixture } from '@/modules/tickets/ticket-fixture.test-support.ts';
import { createUser, deleteUser, updateUser } from './users.service.ts';

let tickets: TicketFixture;
let ana: Scope;
let bia: number;

beforeEach(async () => {
  tickets = await createTicketFixture();
  await tickets.reset();
  ana = await tickets.testApp.scopeOf('ana');
  bia = tickets.testApp.people.userId.bia;
});
afterEach(() => tickets.testApp.stop());

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
  signIn(tickets.testApp.kernel, { email, password, browser: browserAt(crypto.randomUUID()) }).then(
    () => true,
    (error: { code?: string }) => error.code,
  );
const loginsOf = (userId: number) =>
  tickets.testApp.kernel.platform.db.select().from(logins).where(eq(logins.userId, userId));
const people = () => tickets.system.db.query.users.findMany();

async function crashing(work: () => Promise<unknown>): Promise<void> {
  const { kernel } = tickets.testApp;
  const database = await kernel.tenants.open(tickets.system.companyId);
  const { write } = database;
  database.write = () => Promise.reject(new Error('the power went'));
  await expect(work()).rejects.toThrow('the power went');
  database.write = write;
}

describe('user deletion', () => {
  test('returns their open tickets to pending with a history entry and live update', async () => {
    await tickets.put('bia', { status: 'open', userId: bia });
    const received = await tickets.testApp.listenAs('caio');
    const own = await tickets.testApp.listenAs('ana');
    await deleteUser(ana, { userId: bia });
    await tickets.testApp.settle();
    expect(await tickets.row()).toMatchObject({ status: 'pending', userId: null });
    const [event] = await tickets.system.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.type, 'returned'));
    expect(event).toMatchObject({
      ticketId: tickets.ticketId,
      userId: ana.actor.kind === 'user' ? ana.actor.id : 0,
    });
    const reported = own.filter(({ channel }) => channel === 'ticket').at(-1)?.data;
    expect(reported).toMatchObject({ action: 'update', ticket: { status: 'pending', user: null } });
    const deletions = (all: LiveMessage[]) => all.filter(({ data }) => (data as { userId?: string }).userId);
    expect([deletions(own).length, deletions(received).length]).toEqual([1, 1]);
  });

  test('preserves closed tickets and other users', async () => {
    await tickets.put('bia', { status: 'open', userId: bia });
    await tickets.put('bia', { status: 'closed' });
    await deleteUser(ana, { userId: bia });
    expect(await tickets.row()).toMatchObject({ status: 'closed', userId: null });
    expect((await people()).map(({ name }) => name)).toEqual(['Ana', 'Rui', 'Caio']);
  });

  test('deletes their own quick messages with files, push subscriptions and imports', async () => {
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

  test('ends sign-in and sessions and frees the e-mail', async () => {
    const browser = await tickets.testApp.as('bia');
    await deleteUser(ana, { userId: bia });
    expect((await browser.json('GET', '/auth/me')).status).toBe(401);
    expect(await canSignIn(emailOf('bia'))).toBe('ERR_INVALID_CREDENTIALS');
    const { platform } = tickets.testApp.kernel;
    expect(await platform.db.select().from(sessions).where(eq(sessions.userId, bia))).toEqual([]);
    const again = await createUser(ana, { ...LIA, email: emailOf('bia') });
    expect(again.id).toBeGreaterThan(tickets.testApp.people.userId.caio);
  });

  test('can be repeated after a crash between the two databases', async () => {
    await crashing(() => deleteUser(ana, { userId: bia }));
    expect([await canSignIn(emailOf('bia')), (await people()).length]).toEqual([
      'ERR_INVALID_CREDENTIALS',
      4,
    ]);
    await deleteUser(ana, { userId: bia });
    expect((await people()).length).toBe(3);
  });
});

describe('last administrator', () => {
  test('one of two administrators who delete each other at once stays and can sign in', async () => {
    await updateUser(ana, { userId: tickets.testApp.people.userId.rui, profile: 'admin' });
    const rui = await tickets.testApp.scopeOf('rui');
    const [first, second] = await Promise.all([
      refusal(deleteUser(ana, { userId: tickets.testApp.people.userId.rui })),
      refusal(deleteUser(rui, { userId: tickets.testApp.people.userId.ana })),
    ]);
    expect([first, second].sort()).toEqual(['ERR_LAST_ADMIN', 'done']);
    expect(await canSignIn(emailOf('ana'))).toBe(true);
  });

  test('does not count disabled administrators', async () => {
    const { rui } = tickets.testApp.people.userId;
    await updateUser(ana, { userId: rui, profile: 'admin' });
    await updateUser(ana, { userId: rui, active: false });
    const self = { userId: tickets.testApp.people.userId.ana, profile: 'user' } as const;
    expect(await refusal(updateUser(ana, self))).toBe('ERR_LAST_ADMIN');
    await updateUser(ana, { userId: rui, active: true });
    expect(await refusal(updateUser(ana, self))).toBe('done');
  });

  test('cannot be deleted or disabled by the system scope', async () => {
    const { ana: last } = tickets.testApp.people.userId;
    expect(await refusal(deleteUser(tickets.system, { userId: last }))).toBe('ERR_LAST_ADMIN');
    expect(await refusal(updateUser(tickets.system, { userId: last, active: false }))).toBe('ERR_LAST_ADMIN');
  });
});

describe('user limit of the plan', () => {
  const allow = (n: number) =>
    tickets.testApp.kernel.platform.write((tx) => tx.update(plans).set({ users: n }));

  test('counts active users and rejects creating or enabling beyond the limit', async () => {
    await allow(4);
    expect(await refusal(createUser(ana, LIA))).toBe('ERR_LIMIT_REACHED');
    await updateUser(ana, { userId: bia, active: false });
    expect(await refusal(createUser(ana, LIA))).toBe('done');
    expect(await refusal(updateUser(ana, { userId: bia, active: true }))).toBe('ERR_LIMIT_REACHED');
    await allow(5);
    expect(await refusal(updateUser(ana, { userId: bia, active: true }))).toBe('done');
    expect(await refusal(updateUser(ana, { userId: bia, active: true, name: 'Beatriz' }))).toBe('done');
  });

  test('returns the contract’s error and leaves no login behind', async () => {
    await allow(4);
    const { status, body } = await (await tickets.testApp.as('ana')).json('POST', '/users', LIA);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'Número máximo de usuários já alcançado: 4', code: 'ERR_LIMIT_REACHED', limit: 4 },
    });
    const { platform } = tickets.testApp.kernel;
    expect(await platform.db.select().from(logins).where(eq(logins.email, LIA.email))).toEqual([]);
  });
});

describe('users across the company and platform databases', () => {
  test('creating a user works again after a crash', async () => {
    await crashing(() => createUser(ana, LIA));
    expect(await canSignIn(LIA.email, LIA.password)).toBe('ERR_INVALID_CREDENTIALS');
    const { id } = await createUser(ana, LIA);
    expect([await canSignIn(LIA.email, LIA.password), (await loginsOf(id)).length]).toEqual([true, 1]);
    await crashing(() => createUser(ana, { ...LIA, email: 'um@aurora.test' }));
    const other = await createUser(ana, { ...LIA, email: 'dois@aurora.test' });
    expect((await loginsOf(other.id)).map(({ email }) => email)).toEqual(['dois@aurora.test']);
    expect(await canSignIn('um@aurora.test', LIA.password)).toBe('ERR_INVALID_CREDENTIALS');
  });

  test('an e-mail change can be repeated after a crash', async () => {
    const change = { userId: bia, email: 'nova@aurora.test' };
    await crashing(() => updateUser(ana, change));
    await updateUser(ana, change);
    expect([await canSignIn('nova@aurora.test'), await canSignIn(emailOf('bia'))]).toEqual([
      true,
      'ERR_INVALID_CREDENTIALS',
    ]);
  });

  test('e-mail changes are limited per day to prevent probing for platform users', async () => {
    const mails = Array.from({ length: 100 }, () => emailOf('davi'));
    for (const email of mails) await refusal(updateUser(ana, { userId: bia, email }));
    const free = { userId: bia, email: 'livre@aurora.test' };
    expect(await refusal(updateUser(ana, free))).toEqual({ email: 'users:emailTooOften' });
    tickets.testApp.clock.advance(24 * 60 * 60_000);
    expect(await refusal(updateUser(await tickets.testApp.scopeOf('ana'), free))).toBe('done');
  });
});

test('a disabled user cannot sign in and gets the same error as an unknown one', async () => {
  await updateUser(ana, { userId: bia, active: false });
  expect(await canSignIn(emailOf('bia'))).toBe('ERR_INVALID_CREDENTIALS');
  const [row] = await tickets.system.db.select().from(users).where(eq(users.id, bia));
  expect(row?.disabledAt).toEqual(tickets.testApp.clock.now);
  await updateUser(ana, { userId: bia, active: true });
  expect(await canSignIn(emailOf('bia'))).toBe(true);
});
