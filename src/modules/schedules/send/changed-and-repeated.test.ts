import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messages } from '@db/tenant/schema/index.ts';
import { SendError } from '@/whatsapp/port.ts';
import {
  createSchedulesFixture,
  HOUR,
  MINUTE,
  type SchedulesFixture,
} from '../schedules-fixture.test-support.ts';

let fixtures: SchedulesFixture;
beforeAll(async () => {
  fixtures = await createSchedulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

const state = async (id: number) => {
  const { status, error } = await fixtures.row(id);
  return error === null ? status : `${status} ${error}`;
};

const change = (id: number, body: object) => fixtures.call('bia', 'PUT', `/${id}`, body);

describe('changing a schedule', () => {
  test('replaces the text waiting in the outbox', async () => {
    fixtures.testApp.whatsapp.become(fixtures.target, { status: 'TIMEOUT' });
    const id = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    expect((await change(id, { body: 'Chega amanhã' })).body.status).toBe('PENDENTE');
    await fixtures.tick();
    fixtures.testApp.whatsapp.become(fixtures.target);
    fixtures.testApp.kernel.outbox.wake(fixtures.system.companyId, '');
    await fixtures.testApp.settle();
    expect([fixtures.texts(), await state(id)]).toEqual([['Chega amanhã'], 'ENVIADA']);
  });

  test('lets a failed one be sent again', async () => {
    const id = await fixtures.plan(MINUTE);
    fixtures.testApp.whatsapp.fail(new SendError('refused', false));
    await fixtures.after(MINUTE);
    expect((await change(id, { body: 'De novo' })).body).toMatchObject({ status: 'PENDENTE', error: null });
    await fixtures.tick();
    expect([fixtures.texts(), await state(id)]).toEqual([['De novo'], 'ENVIADA']);
  });

  test('of a failed one withdraws its message, so that "send again" does not send both', async () => {
    const id = await fixtures.plan(MINUTE);
    fixtures.testApp.whatsapp.fail(new SendError('refused', false));
    await fixtures.after(MINUTE);
    const failed = (await fixtures.messages()).at(-1) ?? expect.unreachable();
    expect(failed.error).not.toBeNull();
    await change(id, { body: 'De novo' });
    expect((await fixtures.messages()).find((one) => one.id === failed.id)?.isDeleted).toBe(true);
    await fixtures.tick();
    expect(fixtures.texts()).toEqual(['De novo']);
  });

  test('is refused when it was sent', async () => {
    const id = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    expect(await change(id, { body: 'Tarde demais' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_SCHEDULE_SENT' },
    });
  });

  test('by deleting it cancels sending, but keeps sent messages', async () => {
    fixtures.testApp.whatsapp.become(fixtures.target, { status: 'TIMEOUT' });
    const id = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    expect((await fixtures.call('bia', 'DELETE', `/${id}`)).status).toBe(200);
    fixtures.testApp.whatsapp.become(fixtures.target);
    fixtures.testApp.kernel.outbox.wake(fixtures.system.companyId, '');
    await fixtures.testApp.settle();
    expect(fixtures.texts()).toEqual([]);
    const sent = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    await fixtures.call('bia', 'DELETE', `/${sent}`);
    expect(fixtures.texts()).toHaveLength(1);
    expect(await fixtures.system.db.select().from(messages)).not.toEqual([]);
  });
});

describe('repeating schedule', () => {
  test('creates the next one when sent, with text, picture and author', async () => {
    const id = await fixtures.plan(MINUTE, { repeats: 'weekly', opensTicket: true });
    await fixtures.after(MINUTE);
    const [first, next] = await fixtures.rows();
    expect(first?.id).toBe(id);
    expect(next).toMatchObject({
      status: 'PENDENTE',
      body: 'Seu pedido chega hoje',
      userId: first?.userId ?? 0,
      repeats: 'weekly',
      opensTicket: true,
    });
    expect(next?.sendAt.getTime()).toBe((first?.sendAt.getTime() ?? 0) + 7 * 24 * HOUR);
    await fixtures.after(7 * 24 * HOUR);
    expect(fixtures.texts()).toHaveLength(2);
    expect(await fixtures.rows()).toHaveLength(3);
  });

  test('does not fork when an occurrence that failed is changed', async () => {
    const id = await fixtures.plan(MINUTE, { repeats: 'weekly' });
    fixtures.testApp.whatsapp.fail(new SendError('refused', false));
    await fixtures.after(MINUTE);
    expect((await change(id, { body: 'De novo' })).body).toMatchObject({
      status: 'PENDENTE',
      repeats: 'never',
    });
    await fixtures.tick();
    await fixtures.after(7 * 24 * HOUR);
    expect(fixtures.texts()).toEqual(['De novo', 'Seu pedido chega hoje']);
    expect((await fixtures.rows()).filter(({ status }) => status === 'PENDENTE')).toHaveLength(1);
  });

  test('skips occurrences missed while the server was down', async () => {
    await fixtures.plan(MINUTE, { repeats: 'weekly' });
    await fixtures.after(22 * 24 * HOUR);
    const [first, next, ...more] = await fixtures.rows();
    expect([first?.status, next?.status, more.length]).toEqual(['ERRO', 'PENDENTE', 0]);
    expect(next?.sendAt.getTime()).toBe((first?.sendAt.getTime() ?? 0) + 28 * 24 * HOUR);
  });

  test('continues after a failure and ends when deleted', async () => {
    await fixtures.plan(MINUTE, { repeats: 'monthly' });
    await fixtures.system.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    await fixtures.after(MINUTE);
    const [, next] = await fixtures.rows();
    expect(next?.sendAt.toISOString()).toBe('2026-04-10T15:01:00.000Z');
    await fixtures.call('bia', 'DELETE', `/${next?.id}`);
    await fixtures.after(40 * 24 * HOUR);
    expect(await fixtures.rows()).toHaveLength(1);
  });
});

test('a schedule that is too late is shown as failed in open pages at once', async () => {
  await fixtures.plan(MINUTE);
  const received = await fixtures.testApp.listenAs('bia');
  await fixtures.after(120 * MINUTE);
  await fixtures.testApp.settle();
  const changes = received.filter(({ channel }) => channel === 'schedule').map(({ data }) => data);
  expect(changes).toMatchObject([{ schedule: { status: 'ERRO' } }]);
});
