import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { companies, plans } from '@db/platform/schema/index.ts';
import { connections, contacts, outbox, schedules } from '@db/tenant/schema/index.ts';
import { PNG } from '@test/support/fixtures.ts';
import { eq } from 'drizzle-orm';
import { StoreFailure } from '@/core/storage/store-failure.ts';
import { SendError } from '@/whatsapp/port.ts';
import {
  createSchedulesFixture,
  HOUR,
  MINUTE,
  type SchedulesFixture,
} from '../schedules-fixture.test-support.ts';
import { dueSchedules } from './send-due.jobs.ts';

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

describe('due schedule', () => {
  test('is sent once and stored in the contact’s ticket', async () => {
    const id = await fixtures.plan(HOUR);
    await fixtures.after(HOUR - 1);
    expect([await state(id), fixtures.texts()]).toEqual(['PENDENTE', []]);
    await fixtures.after(1);
    expect([await state(id), fixtures.texts()]).toEqual(['ENVIADA', ['Seu pedido chega hoje']]);
    expect((await fixtures.row(id)).sentAt).toEqual(fixtures.testApp.clock.now);
    for (let n = 0; n < 3; n += 1) await fixtures.after(2000);
    expect(fixtures.texts()).toHaveLength(1);
    const [message] = await fixtures.messages();
    expect(message).toMatchObject({ chatId: fixtures.joao, origin: 'system', ack: 2 });
    expect((await fixtures.call('bia', 'GET', `/${id}`)).body).toMatchObject({ ticketId: message?.ticketId });
  });

  test('is sent at the exact second', async () => {
    const id = (
      await fixtures.call('bia', 'POST', '', {
        body: 'No segundo certo',
        contactId: fixtures.joao,
        sendAt: '2026-03-10 12:00:07',
      })
    ).body.id;
    await fixtures.after(6000);
    expect(await state(id)).toBe('PENDENTE');
    await fixtures.after(2000);
    expect(await state(id)).toBe('ENVIADA');
  });

  test('is sent together with all others due at that moment', async () => {
    for (let n = 0; n < 120; n += 1)
      await fixtures.system.write((tx) =>
        tx.db.insert(schedules).values({
          body: `mensagem ${n}`,
          contactId: fixtures.joao,
          sendAt: new Date(fixtures.testApp.clock.now.getTime() + 1000),
        }),
      );
    await fixtures.after(1000);
    expect(fixtures.texts()).toHaveLength(120);
    expect(new Set(fixtures.texts()).size).toBe(120);
  });

  test('fills in the contact’s variables', async () => {
    await fixtures.plan(MINUTE, { body: 'Olá {{firstName}}, {{ms}}!' });
    await fixtures.after(MINUTE);
    expect(fixtures.texts()).toEqual(['Olá João, Boa tarde!']);
  });

  test('sends its picture with the text, as a copy', async () => {
    const id = await fixtures.plan(MINUTE);
    const form = new FormData();
    form.set('file', new File([PNG], 'folheto.png', { type: 'image/png' }));
    await (await fixtures.testApp.as('bia')).upload(`/schedules/${id}/media-upload`, form);
    await fixtures.after(MINUTE);
    const [message] = await fixtures.messages();
    const row = await fixtures.row(id);
    expect(message).toMatchObject({
      mediaType: 'image',
      body: 'Seu pedido chega hoje',
      mediaName: 'folheto.png',
    });
    expect(message?.mediaPath).not.toBe(row.mediaPath);
    expect(fixtures.testApp.whatsapp.sent[0]?.content).toMatchObject({
      type: 'image',
      caption: 'Seu pedido chega hoje',
    });
  });

  test('waits with its picture while the store is away, and holds up none without', async () => {
    const withPicture = await fixtures.plan(MINUTE, { repeats: 'weekly' });
    const form = new FormData();
    form.set('file', new File([PNG], 'folheto.png', { type: 'image/png' }));
    await (await fixtures.testApp.as('bia')).upload(`/schedules/${withPicture}/media-upload`, form);
    const { id: _, ...row } = await fixtures.row(withPicture);
    await fixtures.system.write((tx) =>
      tx.db.insert(schedules).values(Array.from({ length: 60 }, () => row)),
    );
    await fixtures.plan(MINUTE + 1_000, { body: 'Sem imagem' });
    const { storage } = fixtures.testApp.kernel;
    const copy = spyOn(storage, 'copy').mockRejectedValue(new StoreFailure('ERR_BUSY', new Error('away')));
    await fixtures.after(MINUTE + 1_000);
    expect([copy.mock.calls.length, fixtures.texts()]).toEqual([1, ['Sem imagem']]);
    copy.mockRestore();
    expect(await state(withPicture)).toBe('PENDENTE');
    await fixtures.after(10_000);
    expect(await state(withPicture)).toBe('ENVIADA');
    expect(fixtures.texts()).toHaveLength(62);
  });

  test('uses the chosen connection, else the default one', async () => {
    const other = await fixtures.system.write(async (tx) => {
      await tx.db
        .update(connections)
        .set({ isDefault: true })
        .where(eq(connections.id, fixtures.connectionId));
      const [row] = await tx.db
        .insert(connections)
        .values({ name: 'Outra', status: 'CONNECTED' })
        .returning();
      return row?.id ?? 0;
    });
    fixtures.testApp.whatsapp.become({ ...fixtures.target, connectionId: other });
    await fixtures.plan(MINUTE, { whatsappId: other });
    await fixtures.plan(2 * MINUTE);
    await fixtures.after(2 * MINUTE);
    const through = fixtures.testApp.whatsapp.sent.map(({ target }) => target.connectionId);
    expect(through).toEqual([other, fixtures.connectionId]);
    await fixtures.system.write((tx) => tx.db.delete(connections).where(eq(connections.id, other)));
  });
});

describe('schedule that cannot be sent', () => {
  test('becomes ERRO for a blocked contact', async () => {
    const id = await fixtures.plan(MINUTE);
    await fixtures.system.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    await fixtures.after(MINUTE);
    expect([await state(id), fixtures.texts()]).toEqual(['ERRO ERR_CONTACT_BLOCKED', []]);
    expect(await fixtures.messages()).toEqual([]);
  });

  test('becomes ERRO when WhatsApp refuses it, until a manual retry', async () => {
    const id = await fixtures.plan(MINUTE);
    fixtures.testApp.whatsapp.fail(new SendError('refused', false));
    await fixtures.after(MINUTE);
    expect(await state(id)).toBe('ERRO ERR_SENDING_WAPP_MSG');
    const [message] = await fixtures.messages();
    await (await fixtures.testApp.as('ana')).json('POST', `/messages/${message?.id}/retry`);
    await fixtures.testApp.settle();
    expect(await state(id)).toBe('ENVIADA');
  });

  test('becomes ERRO when its picture is missing on disk', async () => {
    const id = await fixtures.plan(MINUTE);
    const mediaPath = '202603/AAAAAAAAAAAAAAAAAAAAAAAA.png';
    await fixtures.system.write((tx) => tx.db.update(schedules).set({ mediaPath, mediaMime: 'image/png' }));
    await fixtures.after(MINUTE);
    expect(await state(id)).toBe('ERRO ERR_SCHEDULE_FILE_GONE');
  });

  test('does not stop later schedules', async () => {
    const first = await fixtures.plan(MINUTE);
    const second = await fixtures.plan(MINUTE, { body: 'A segunda vai' });
    const mediaPath = 'not a key';
    await fixtures.system.write((tx) =>
      tx.db.update(schedules).set({ mediaPath }).where(eq(schedules.id, first)),
    );
    await fixtures.after(MINUTE);
    expect([await state(first), await state(second)]).toEqual(['ERRO ERR_NOT_FOUND', 'ENVIADA']);
  });
});

test('without schedules in the plan it fails, and the next occurrence is planned', async () => {
  const { kernel, people } = fixtures.testApp;
  const change = (planId: number | null) =>
    kernel.platform.write((tx) =>
      tx.update(companies).set({ planId }).where(eq(companies.id, people.companyId.aurora)),
    );
  const limits = { users: 9, connections: 9, queues: 9, campaigns: 9 };
  const [plan] = await kernel.platform.write((tx) =>
    tx
      .insert(plans)
      .values({ name: 'Sem agenda', ...limits, useSchedules: false })
      .returning(),
  );
  const before = await kernel.platform.db.query.companies.findFirst({
    where: eq(companies.id, people.companyId.aurora),
  });
  const id = await fixtures.plan(MINUTE, { repeats: 'weekly' });
  await change(plan?.id ?? 0);
  await fixtures.after(MINUTE);
  await change(before?.planId ?? null);
  expect([await state(id), fixtures.texts()]).toEqual(['ERRO ERR_FEATURE_NOT_IN_PLAN', []]);
  expect((await fixtures.rows()).map(({ status }) => status)).toEqual(['ERRO', 'PENDENTE']);
});

describe('late schedule', () => {
  const cases: [minutes: number, limit: number | null, expected: string][] = [
    [59, null, 'ENVIADA'],
    [60, null, 'ENVIADA'],
    [61, null, 'ERRO ERR_SCHEDULE_TOO_LATE'],
    [4, 5, 'ENVIADA'],
    [6, 5, 'ERRO ERR_SCHEDULE_TOO_LATE'],
    [23 * 60, 1440, 'ENVIADA'],
  ];
  for (const [minutes, limit, expected] of cases)
    test(`${minutes} minutes late, limit ${limit ?? 'no'}: ${expected}`, async () => {
      const id = await fixtures.plan(MINUTE);
      if (limit) await fixtures.setting(limit);
      await fixtures.after(MINUTE + minutes * MINUTE);
      expect(await state(id)).toBe(expected);
    });

  test('fails when it waited too long for its connection', async () => {
    fixtures.testApp.whatsapp.become(fixtures.target, { status: 'TIMEOUT' });
    const id = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    expect(await state(id)).toBe('AGENDADA');
    await fixtures.after(59 * MINUTE);
    expect(await state(id)).toBe('AGENDADA');
    await fixtures.after(2 * MINUTE);
    expect(await state(id)).toBe('ERRO ERR_SCHEDULE_TOO_LATE');
    fixtures.testApp.whatsapp.become(fixtures.target);
    fixtures.testApp.kernel.outbox.wake(fixtures.system.companyId, '');
    await fixtures.testApp.settle();
    expect(fixtures.texts()).toEqual([]);
    expect(await fixtures.system.db.select().from(outbox)).toEqual([]);
  });

  test('stays failed when its message left at the moment of giving up', async () => {
    fixtures.testApp.whatsapp.become(fixtures.target, { status: 'TIMEOUT' });
    const id = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    await fixtures.after(61 * MINUTE);
    const messageId = (await fixtures.row(id)).messageId ?? expect.unreachable();
    const sent = { messageId, origin: 'system', error: null } as const;
    await fixtures.system.write((tx) => fixtures.testApp.kernel.steps.take(tx, 'message.settled', sent));
    expect(await state(id)).toBe('ERRO ERR_SCHEDULE_TOO_LATE');
  });

  test('is sent when the connection returns in time', async () => {
    fixtures.testApp.whatsapp.become(fixtures.target, { status: 'TIMEOUT' });
    const id = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE + 30 * MINUTE);
    fixtures.testApp.whatsapp.become(fixtures.target);
    fixtures.testApp.kernel.outbox.wake(fixtures.system.companyId, '');
    await fixtures.testApp.settle();
    expect([await state(id), fixtures.texts()]).toEqual(['ENVIADA', ['Seu pedido chega hoje']]);
  });
});

describe('clock set back', () => {
  test('sends nothing a second time', async () => {
    await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    fixtures.testApp.clock.now = new Date(fixtures.testApp.clock.now.getTime() - 2 * HOUR);
    for (let n = 0; n < 4; n += 1) await fixtures.after(HOUR);
    expect(fixtures.texts()).toHaveLength(1);
  });

  test('delays schedules until their time', async () => {
    const id = await fixtures.plan(MINUTE);
    fixtures.testApp.clock.now = new Date(fixtures.testApp.clock.now.getTime() - HOUR);
    await fixtures.tick();
    expect(await state(id)).toBe('PENDENTE');
    await fixtures.after(HOUR + MINUTE);
    expect(await state(id)).toBe('ENVIADA');
  });
});

test('a hibernated company is opened when its next schedule is due', async () => {
  expect(await dueSchedules.dueAt(fixtures.system)).toBeNull();
  const id = await fixtures.plan(HOUR);
  const { sendAt } = await fixtures.row(id);
  expect(await dueSchedules.dueAt(fixtures.system)).toEqual(sendAt);
  const { tenants } = fixtures.testApp.kernel;
  const { companyId } = fixtures.system;
  expect(await tenants.hibernate(companyId)).toBe(true);
  await fixtures.after(HOUR - 1000);
  expect(tenants.peek(companyId)).toBeUndefined();
  await fixtures.after(1000);
  expect(await state(id)).toBe('ENVIADA');
});
