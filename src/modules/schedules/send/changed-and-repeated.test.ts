import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messages } from '@db/tenant/schema/index.ts';
import { SendError } from '@/whatsapp/port.ts';
import { createSchedulesDesk, HOUR, MINUTE, type SchedulesDesk } from '../schedules-desk.test-support.ts';

let world: SchedulesDesk;
beforeAll(async () => {
  world = await createSchedulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

const state = async (id: number) => {
  const { status, error } = await world.row(id);
  return error === null ? status : `${status} ${error}`;
};

describe('a change', () => {
  const change = (id: number, body: object) => world.call('bia', 'PUT', `/${id}`, body);

  test('of one that waits for its connection takes the old words out of the outbox', async () => {
    world.desk.whatsapp.become(world.target, { status: 'TIMEOUT' });
    const id = await world.plan(MINUTE);
    await world.after(MINUTE);
    expect((await change(id, { body: 'Chega amanhã' })).body.status).toBe('PENDENTE');
    await world.tick();
    world.desk.whatsapp.become(world.target);
    world.desk.kernel.outbox.wake(world.system.companyId, '');
    await world.desk.settle();
    expect([world.texts(), await state(id)]).toEqual([['Chega amanhã'], 'ENVIADA']);
  });

  test('of one that failed lets it try again', async () => {
    const id = await world.plan(MINUTE);
    world.desk.whatsapp.fail(new SendError('refused', false));
    await world.after(MINUTE);
    expect((await change(id, { body: 'De novo' })).body).toMatchObject({ status: 'PENDENTE', error: null });
    await world.tick();
    expect([world.texts(), await state(id)]).toEqual([['De novo'], 'ENVIADA']);
  });

  test('of one that was sent is refused', async () => {
    const id = await world.plan(MINUTE);
    await world.after(MINUTE);
    expect(await change(id, { body: 'Tarde demais' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_SCHEDULE_SENT' },
    });
  });

  test('its deletion sends nothing, also from the outbox; what was said stays', async () => {
    world.desk.whatsapp.become(world.target, { status: 'TIMEOUT' });
    const id = await world.plan(MINUTE);
    await world.after(MINUTE);
    expect((await world.call('bia', 'DELETE', `/${id}`)).status).toBe(200);
    world.desk.whatsapp.become(world.target);
    world.desk.kernel.outbox.wake(world.system.companyId, '');
    await world.desk.settle();
    expect(world.texts()).toEqual([]);
    const sent = await world.plan(MINUTE);
    await world.after(MINUTE);
    await world.call('bia', 'DELETE', `/${sent}`);
    expect(world.texts()).toHaveLength(1);
    expect(await world.system.db.select().from(messages)).not.toEqual([]);
  });
});

describe('repeated', () => {
  test('weekly: the next one stands there as soon as one is sent, with the same words, picture and person', async () => {
    const id = await world.plan(MINUTE, { repeats: 'weekly', opensTicket: true });
    await world.after(MINUTE);
    const [first, next] = await world.rows();
    expect(first?.id).toBe(id);
    expect(next).toMatchObject({
      status: 'PENDENTE',
      body: 'Seu pedido chega hoje',
      userId: first?.userId ?? 0,
      repeats: 'weekly',
      opensTicket: true,
    });
    expect(next?.sendAt.getTime()).toBe((first?.sendAt.getTime() ?? 0) + 7 * 24 * HOUR);
    await world.after(7 * 24 * HOUR);
    expect(world.texts()).toHaveLength(2);
    expect(await world.rows()).toHaveLength(3);
  });

  test('what was missed while the desk was away is left out', async () => {
    await world.plan(MINUTE, { repeats: 'weekly' });
    await world.after(22 * 24 * HOUR);
    const [first, next, ...more] = await world.rows();
    expect([first?.status, next?.status, more.length]).toEqual(['ERRO', 'PENDENTE', 0]);
    expect(next?.sendAt.getTime()).toBe((first?.sendAt.getTime() ?? 0) + 28 * 24 * HOUR);
  });

  test('goes on after one that could not be sent, and ends with a deletion', async () => {
    await world.plan(MINUTE, { repeats: 'monthly' });
    await world.system.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    await world.after(MINUTE);
    const [, next] = await world.rows();
    expect(next?.sendAt.toISOString()).toBe('2026-04-10T15:01:00.000Z');
    await world.call('bia', 'DELETE', `/${next?.id}`);
    await world.after(40 * 24 * HOUR);
    expect(await world.rows()).toHaveLength(1);
  });
});
