import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connectionQueues, connections, settings, userQueues } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { mailboxOf } from '@test/support/mailbox.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { findSetupPath } from './setup-path.queries.ts';
import { SETUP_STEPS } from './setup-path.schema.ts';
import { offerQueues } from './setup-path.service.ts';

let app: TestApp;
let connectionId: number;
beforeAll(async () => {
  app = await createTestApp();
  connectionId = await addConnection(app, { name: 'Loja' });
});
afterAll(() => app.stop());

const change = async (work: (tx: Scope) => PromiseLike<unknown>) => (await app.systemScope()).write(work);
const put = async (path: string, form: Record<string, string>) =>
  (await app.as('ana')).part('PUT', `/first-steps/${path}`, form);
async function whys(): Promise<Record<string, string>> {
  const { checks } = await findSetupPath(await app.scopeOf('ana'));
  return Object.fromEntries(
    SETUP_STEPS.map((step) => {
      const check = checks[step];
      return [step, check.isDone ? 'done' : check.why];
    }),
  );
}
const connection = async () => {
  const scope = await app.systemScope();
  return scope.db.query.connections.findFirst({ where: eq(connections.id, connectionId) });
};

test('each step is done when the data say so, and says why not until then', async () => {
  await change((tx) => tx.db.update(connections).set({ status: 'qrcode' }));
  await change((tx) => tx.db.delete(connectionQueues));
  await change((tx) => tx.db.delete(userQueues).where(eq(userQueues.userId, app.people.userId.bia)));
  expect(await whys()).toEqual({
    ...{ number: 'notConnected', queues: 'notOffered', texts: 'noHours', people: 'noQueueOf' },
    test: 'nothingYet',
  });
  await change((tx) => tx.db.update(connections).set({ status: 'CONNECTED', number: '5511900000001' }));
  expect((await whys()).number).toBe('done');
});

test('several queues bring a greeting and a transfer, and keep those that were chosen', async () => {
  const { Suporte } = app.people.queueId;
  const scope = await app.systemScope();
  const all = await scope.db.query.queues.findMany();
  const queueIds = all.map(({ id }) => id);
  await offerQueues(await app.scopeOf('ana'), { queueIds });
  expect(await connection()).toMatchObject({
    greetingMessage: 'Olá! Com quem você quer falar?',
    transferQueueId: all[0]?.id,
    timeToTransfer: 30,
  });
  expect((await whys()).queues).toBe('done');
  await change((tx) =>
    tx.db.update(connections).set({ greetingMessage: 'Oi!', transferQueueId: Suporte, timeToTransfer: 5 }),
  );
  await offerQueues(await app.scopeOf('ana'), { queueIds });
  expect(await connection()).toMatchObject({
    greetingMessage: 'Oi!',
    transferQueueId: Suporte,
    timeToTransfer: 5,
  });
});

test('a company that is always open says so once', async () => {
  expect((await whys()).texts).toBe('noHours');
  const form = { greetingMessage: 'Oi!', scheduleType: 'disabled', outOfHoursMessage: '' };
  expect((await put('texts', form)).status).toBe(204);
  expect((await whys()).texts).toBe('done');
});

test('greeting, hours and absence are saved together, or not at all, and a refused form keeps its texts', async () => {
  const form = { greetingMessage: 'Bem-vindo', scheduleType: 'company', 'hours.monday.startTime': '09:00' };
  const refused = await put('texts', { ...form, outOfHoursMessage: '', 'hours.monday.endTime': '08:00' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Bem-vindo');
  expect(refused.text).toContain('value="09:00"');
  expect((await put('texts', { ...form, outOfHoursMessage: '{{nada}}' })).status).toBe(422);
  expect((await connection())?.greetingMessage).toBe('Oi!');
  const full = { ...form, 'hours.monday.endTime': '18:00', outOfHoursMessage: 'Voltamos.' };
  expect((await put('texts', full)).status).toBe(204);
  expect(await connection()).toMatchObject({ greetingMessage: 'Bem-vindo', outOfHoursMessage: 'Voltamos.' });
  const scope = await app.systemScope();
  const stored = await scope.db.select().from(settings);
  expect(stored.find(({ key }) => key === 'scheduleType')?.value).toBe('company');
  expect(stored.find(({ key }) => key === 'companyHours')?.value).toContain('"09:00"');
  expect((await whys()).texts).toBe('done');
});

test('the last step waits for a customer’s message, then leads to its ticket', async () => {
  const read = async () => (await (await app.as('ana')).part('GET', '/first-steps/state?step=test')).text;
  expect(await read()).toContain('href="https://wa.me/5511900000001?text=Oi"');
  const target = { companyId: app.people.companyId.aurora, connectionId };
  await app.listener.onMessages(target, [inbound({ from: MARIA, text: 'Oi' })]);
  const ticket = await (await app.systemScope()).db.query.tickets.findFirst();
  expect(await read()).toContain(`href="/tickets/${ticket?.uuid}"`);
  expect((await whys()).test).toBe('done');
});

test('is for administrators alone', async () => {
  for (const who of ['rui', 'bia'] as const) {
    const reply = await (await app.as(who)).page('/first-steps');
    expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/tickets']);
    for (const path of ['state', 'queues', 'texts'])
      expect((await (await app.as(who)).part('GET', `/first-steps/${path}`)).status).toBe(403);
  }
  expect((await (await app.as('ana')).page('/first-steps')).text).toContain('id="setup-to-number"');
});

test('backups on this server alone and unusable mail are gaps of those who can act on them', async () => {
  const keys = async () => {
    const { text } = await (await app.as('ana')).part('GET', '/first-steps');
    return [...text.matchAll(/data-gap="(backup|mail)"/g)].map(([, key]) => key);
  };
  expect(await keys()).toEqual([]);
  await setSuper(app.kernel, app.people, 'ana');
  expect(await keys()).toEqual(['backup', 'mail']);
  mailboxOf(app);
  expect(await keys()).toEqual(['backup']);
});
