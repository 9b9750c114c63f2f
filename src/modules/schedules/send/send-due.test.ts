import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, contacts, outbox, schedules } from '@db/tenant/schema/index.ts';
import { PNG } from '@test/support/world.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import { createSchedulesDesk, HOUR, MINUTE, type SchedulesDesk } from '../schedules-desk.test-support.ts';
import { dueSchedules } from './send-due.ts';

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

describe('at its time', () => {
  test('it is sent, once, and stands in the contact’s conversation', async () => {
    const id = await world.plan(HOUR);
    await world.after(HOUR - 1);
    expect([await state(id), world.texts()]).toEqual(['PENDENTE', []]);
    await world.after(1);
    expect([await state(id), world.texts()]).toEqual(['ENVIADA', ['Seu pedido chega hoje']]);
    expect((await world.row(id)).sentAt).toEqual(world.desk.clock.now);
    for (let n = 0; n < 3; n += 1) await world.after(2000);
    expect(world.texts()).toHaveLength(1);
    const [message] = await world.said();
    expect(message).toMatchObject({ chatId: world.joao, origin: 'system', ack: 2 });
    expect((await world.call('bia', 'GET', `/${id}`)).body).toMatchObject({ ticketId: message?.ticketId });
  });

  test('of the second, too', async () => {
    const id = (
      await world.call('bia', 'POST', '', {
        body: 'No segundo certo',
        contactId: world.joao,
        sendAt: '2026-03-10 12:00:07',
      })
    ).body.id;
    await world.after(6000);
    expect(await state(id)).toBe('PENDENTE');
    await world.after(2000);
    expect(await state(id)).toBe('ENVIADA');
  });

  test('many at one moment all go', async () => {
    for (let n = 0; n < 120; n += 1)
      await world.system.write((tx) =>
        tx.db.insert(schedules).values({
          body: `mensagem ${n}`,
          contactId: world.joao,
          sendAt: new Date(world.desk.clock.now.getTime() + 1000),
        }),
      );
    await world.after(1000);
    expect(world.texts()).toHaveLength(120);
    expect(new Set(world.texts()).size).toBe(120);
  });

  test('its words know the contact', async () => {
    await world.plan(MINUTE, { body: 'Olá {{firstName}}, {{ms}}!' });
    await world.after(MINUTE);
    expect(world.texts()).toEqual(['Olá João, Boa tarde!']);
  });

  test('its picture goes with its words, and each message has a file of its own', async () => {
    const id = await world.plan(MINUTE);
    const form = new FormData();
    form.set('file', new File([PNG], 'folheto.png', { type: 'image/png' }));
    await (await world.desk.as('bia')).upload(`/schedules/${id}/media-upload`, form);
    await world.after(MINUTE);
    const [message] = await world.said();
    const row = await world.row(id);
    expect(message).toMatchObject({
      mediaType: 'image',
      body: 'Seu pedido chega hoje',
      mediaName: 'folheto.png',
    });
    expect(message?.mediaPath).not.toBe(row.mediaPath);
    expect(world.desk.whatsapp.sent[0]?.content).toMatchObject({
      type: 'image',
      caption: 'Seu pedido chega hoje',
    });
  });

  test('through the connection that was chosen, else the default one', async () => {
    const other = await world.system.write(async (tx) => {
      await tx.db.update(connections).set({ isDefault: true }).where(eq(connections.id, world.connectionId));
      const [row] = await tx.db
        .insert(connections)
        .values({ name: 'Outra', status: 'CONNECTED' })
        .returning();
      return row?.id ?? 0;
    });
    world.desk.whatsapp.become({ ...world.target, connectionId: other });
    await world.plan(MINUTE, { whatsappId: other });
    await world.plan(2 * MINUTE);
    await world.after(2 * MINUTE);
    const through = world.desk.whatsapp.sent.map(({ target }) => target.connectionId);
    expect(through).toEqual([other, world.connectionId]);
    await world.system.write((tx) => tx.db.delete(connections).where(eq(connections.id, other)));
  });
});

describe('what cannot be sent is ERRO, with its reason', () => {
  test('a blocked contact', async () => {
    const id = await world.plan(MINUTE);
    await world.system.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    await world.after(MINUTE);
    expect([await state(id), world.texts()]).toEqual(['ERRO ERR_CONTACT_BLOCKED', []]);
    expect(await world.said()).toEqual([]);
  });

  test('WhatsApp’s refusal, until somebody sends it again in the conversation', async () => {
    const id = await world.plan(MINUTE);
    world.desk.whatsapp.fail(new SendError('refused', false));
    await world.after(MINUTE);
    expect(await state(id)).toBe('ERRO ERR_SENDING_WAPP_MSG');
    const [message] = await world.said();
    await (await world.desk.as('ana')).json('POST', `/messages/${message?.id}/retry`);
    await world.desk.settle();
    expect(await state(id)).toBe('ENVIADA');
  });

  test('its picture is gone from the disk', async () => {
    const id = await world.plan(MINUTE);
    const mediaPath = '202603/AAAAAAAAAAAAAAAAAAAAAAAA.png';
    await world.system.write((tx) => tx.db.update(schedules).set({ mediaPath, mediaMime: 'image/png' }));
    await world.after(MINUTE);
    expect(await state(id)).toBe('ERRO ERR_SCHEDULE_FILE_GONE');
  });

  test('one that fails does not stop those behind it', async () => {
    const first = await world.plan(MINUTE);
    const second = await world.plan(MINUTE, { body: 'A segunda vai' });
    const mediaPath = 'not a key';
    await world.system.write((tx) =>
      tx.db.update(schedules).set({ mediaPath }).where(eq(schedules.id, first)),
    );
    await world.after(MINUTE);
    expect([await state(first), await state(second)]).toEqual(['ERRO ERR_NOT_FOUND', 'ENVIADA']);
  });
});

describe('too late', () => {
  const cases: [minutes: number, limit: number | null, expected: string][] = [
    [59, null, 'ENVIADA'],
    [61, null, 'ERRO ERR_SCHEDULE_TOO_LATE'],
    [4, 5, 'ENVIADA'],
    [6, 5, 'ERRO ERR_SCHEDULE_TOO_LATE'],
    [23 * 60, 1440, 'ENVIADA'],
  ];
  for (const [minutes, limit, expected] of cases)
    test(`${minutes} minutes after its time, ${limit ?? 'no'} being set: ${expected}`, async () => {
      const id = await world.plan(MINUTE);
      if (limit) await world.setting(limit);
      await world.after(MINUTE + minutes * MINUTE);
      expect(await state(id)).toBe(expected);
    });

  test('what waits for its connection waits no longer either', async () => {
    world.desk.whatsapp.become(world.target, { status: 'TIMEOUT' });
    const id = await world.plan(MINUTE);
    await world.after(MINUTE);
    expect(await state(id)).toBe('AGENDADA');
    await world.after(59 * MINUTE);
    expect(await state(id)).toBe('AGENDADA');
    await world.after(2 * MINUTE);
    expect(await state(id)).toBe('ERRO ERR_SCHEDULE_TOO_LATE');
    world.desk.whatsapp.become(world.target);
    world.desk.kernel.outbox.wake(world.system.companyId, '');
    await world.desk.settle();
    expect(world.texts()).toEqual([]);
    expect(await world.system.db.select().from(outbox)).toEqual([]);
  });

  test('a connection that comes back in time sends it', async () => {
    world.desk.whatsapp.become(world.target, { status: 'TIMEOUT' });
    const id = await world.plan(MINUTE);
    await world.after(MINUTE + 30 * MINUTE);
    world.desk.whatsapp.become(world.target);
    world.desk.kernel.outbox.wake(world.system.companyId, '');
    await world.desk.settle();
    expect([await state(id), world.texts()]).toEqual(['ENVIADA', ['Seu pedido chega hoje']]);
  });
});

describe('a clock that is set', () => {
  test('back sends nothing a second time', async () => {
    await world.plan(MINUTE);
    await world.after(MINUTE);
    world.desk.clock.now = new Date(world.desk.clock.now.getTime() - 2 * HOUR);
    for (let n = 0; n < 4; n += 1) await world.after(HOUR);
    expect(world.texts()).toHaveLength(1);
  });

  test('back lets what is to come wait for its time', async () => {
    const id = await world.plan(MINUTE);
    world.desk.clock.now = new Date(world.desk.clock.now.getTime() - HOUR);
    await world.tick();
    expect(await state(id)).toBe('PENDENTE');
    await world.after(HOUR + MINUTE);
    expect(await state(id)).toBe('ENVIADA');
  });
});

test('a company at rest knows when to be opened', async () => {
  expect(await dueSchedules.dueAt(world.system)).toBeNull();
  const id = await world.plan(HOUR);
  const { sendAt } = await world.row(id);
  expect(await dueSchedules.dueAt(world.system)).toEqual(sendAt);
  const { tenants } = world.desk.kernel;
  const { companyId } = world.system;
  expect(await tenants.rest(companyId)).toBe(true);
  await world.after(HOUR - 1000);
  expect(tenants.peek(companyId)).toBeUndefined();
  await world.after(1000);
  expect(await state(id)).toBe('ENVIADA');
});
