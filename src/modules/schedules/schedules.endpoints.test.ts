import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { plans } from '@db/platform/schema/index.ts';
import { contacts, schedules } from '@db/tenant/schema/index.ts';
import { PNG } from '@test/support/fixtures.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { contractEvents } from '@/core/realtime/contract-events.ts';
import { deleteContact } from '@/modules/contacts/delete-contact.service.ts';
import { mergeContacts } from '@/modules/contacts/merge/merge-contacts.service.ts';
import { CONTRACT } from '@/web/routes.ts';
import {
  createSchedulesFixture,
  HOUR,
  MINUTE,
  type SchedulesFixture,
} from './schedules-fixture.test-support.ts';

let fixtures: SchedulesFixture;
beforeAll(async () => {
  fixtures = await createSchedulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

const bodies = async (who: PersonName, query = '') =>
  (await fixtures.call(who, 'GET', `/${query}`)).body.schedules.map(({ body }) => body);
const upload = async (who: PersonName, id: number, file: File) => {
  const form = new FormData();
  form.set('file', file);
  return (await fixtures.testApp.as(who)).upload<{ mensagem: string; error: string }>(
    `/schedules/${id}/media-upload`,
    form,
  );
};
const photo = () => new File([PNG], '../foto.png', { type: 'image/png' });

describe('schedule', () => {
  test('has the contract’s fields and states and always names its contact', async () => {
    const reply = await fixtures.call('bia', 'POST', '', {
      body: 'Até amanhã',
      contactId: String(fixtures.joao),
      sendAt: '2026-03-11 09:00:00',
      userId: fixtures.testApp.people.userId.ana,
      status: 'ENVIADA',
      sentAt: '2026-03-01',
    });
    expect(reply.body).toMatchObject({
      status: 'PENDENTE',
      sentAt: null,
      sendAt: '2026-03-11T12:00:00.000Z',
      contact: { id: fixtures.joao, name: 'João Lima' },
      user: { id: fixtures.testApp.people.userId.bia, name: 'Bia' },
      repeats: 'never',
      opensTicket: false,
      whatsappId: null,
      mediaPath: null,
    });
    expect((await fixtures.call('bia', 'GET', `/${reply.body.id}`)).body).toEqual(reply.body);
  });

  test('keeps fields omitted in a change', async () => {
    const id = await fixtures.plan(HOUR, { repeats: 'monthly', opensTicket: true });
    const { body } = await fixtures.call('bia', 'PUT', `/${id}`, { sendAt: '2026-03-31T10:00' });
    expect(body).toMatchObject({ sendAt: '2026-03-31T13:00:00.000Z', repeats: 'monthly', opensTicket: true });
    expect((await fixtures.row(id)).firstAt?.toISOString()).toBe('2026-03-31T13:00:00.000Z');
  });

  test('accepts the whole object back from an existing client', async () => {
    const id = await fixtures.plan(HOUR);
    const { body: options } = await fixtures.call('bia', 'GET', `/${id}`);
    const reply = await fixtures.call('bia', 'PUT', `/${id}`, {
      ...options,
      sendAt: '2026-03-12 08:00:00',
      body: 'Outra hora',
    });
    expect(reply).toMatchObject({ status: 200, body: { body: 'Outra hora', status: 'PENDENTE' } });
  });
});

describe('schedule input', () => {
  const good = { body: 'Até amanhã', sendAt: '2026-03-11T09:00' };
  const bad: [object, string, string][] = [
    [{ body: 'oi' }, 'body', 'Mensagem muito curta'],
    [{ body: '' }, 'body', 'Obrigatório'],
    [{ body: undefined }, 'body', 'Obrigatório'],
    [{ sendAt: '' }, 'sendAt', 'Obrigatório'],
    [{ sendAt: undefined }, 'sendAt', 'Obrigatório'],
    [{ sendAt: 'amanhã' }, 'sendAt', 'Data inválida'],
    [{ sendAt: '2026-02-30T09:00' }, 'sendAt', 'Data inválida'],
    [{ sendAt: '2026-03-10 11:00:00' }, 'sendAt', 'Escolha um horário que ainda não passou.'],
    [{ contactId: '' }, 'contactId', 'Obrigatório'],
    [{ contactId: undefined }, 'contactId', 'Obrigatório'],
    [{ repeats: 'daily' }, 'repeats', 'Valor inválido'],
  ];
  for (const [part, field, sentence] of bad)
    test(`${JSON.stringify(part)}: ${sentence}`, async () => {
      const reply = await fixtures.call('bia', 'POST', '', { ...good, contactId: fixtures.joao, ...part });
      expect(reply).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
      expect(await fixtures.rows()).toEqual([]);
    });

  test('rejects an unknown contact or connection', async () => {
    const post = (part: object) =>
      fixtures.call('bia', 'POST', '', { ...good, contactId: fixtures.joao, ...part });
    expect((await post({ contactId: 987_654 })).body.error).toBe('ERR_NO_CONTACT_FOUND');
    expect((await post({ whatsappId: 987_654 })).body.error).toBe('ERR_NO_WAPP_FOUND');
  });
});

describe('schedule permissions', () => {
  test('let author, supervisors and administrators change it, hidden from other agents', async () => {
    const rows: [PersonName, number][] = [
      ['caio', 404],
      ['davi', 404],
      ['bia', 200],
      ['rui', 200],
      ['ana', 200],
    ];
    for (const [who, status] of rows) {
      const id = await fixtures.plan(HOUR);
      expect((await fixtures.call(who, 'GET', `/${id}`)).status).toBe(status);
      expect((await fixtures.call(who, 'PUT', `/${id}`, { body: 'Outras palavras' })).status).toBe(status);
      expect((await upload(who, id, photo())).status).toBe(status);
      expect((await fixtures.call(who, 'DELETE', `/${id}/media-upload`)).status).toBe(status);
      expect((await fixtures.call(who, 'DELETE', `/${id}`)).status).toBe(status);
    }
  });

  test('let those who see the conversation only read it', async () => {
    const id = await fixtures.plan(HOUR);
    await fixtures.testApp.listener.onMessages(fixtures.target, [inbound({ from: JOAO })]);
    const { Suporte } = fixtures.testApp.people.queueId;
    const { id: ticketId } = await fixtures.ticket();
    await (await fixtures.testApp.as('ana')).json('PUT', `/tickets/${ticketId}`, { queueId: Suporte });
    expect(await bodies('caio')).toEqual(['Seu pedido chega hoje']);
    expect((await fixtures.call('caio', 'GET', `/${id}`)).status).toBe(200);
    expect((await fixtures.call('caio', 'PUT', `/${id}`, { body: 'Outras palavras' })).status).toBe(403);
    expect((await fixtures.call('caio', 'DELETE', `/${id}`)).status).toBe(403);
    const other = await fixtures.call('bia', 'POST', '', {
      body: 'Sem ver a conversa',
      contactId: fixtures.joao,
      sendAt: '2026-03-11T09:00',
    });
    expect(other).toMatchObject({ status: 403, body: { error: 'ERR_CONTACT_OF_OTHERS' } });
  });

  test('are refused without the plan’s feature', async () => {
    const set = (useSchedules: boolean) =>
      fixtures.testApp.kernel.platform.write((tx) => tx.update(plans).set({ useSchedules }));
    await set(false);
    const reply = await fixtures.call('ana', 'GET', '/');
    expect(reply).toMatchObject({ status: 403, body: { error: 'ERR_FEATURE_NOT_IN_PLAN' } });
    await set(true);
    expect((await fixtures.call('ana', 'GET', '/')).status).toBe(200);
  });
});

describe('schedule list', () => {
  test('is searched by text and contact name, ignoring accents', async () => {
    await fixtures.plan(HOUR, { body: 'Segue o boleto' });
    await fixtures.plan(2 * HOUR, { body: 'Feliz aniversário' });
    expect(await bodies('bia')).toEqual(['Feliz aniversário', 'Segue o boleto']);
    expect(await bodies('bia', '?searchParam=BOLETO')).toEqual(['Segue o boleto']);
    expect(await bodies('bia', '?searchParam=joao')).toHaveLength(2);
    expect(await bodies('bia', '?searchParam=%25')).toEqual([]);
    expect(await bodies('bia', `?contactId=${fixtures.joao + 1}`)).toEqual([]);
    expect(await bodies('ana', `?userId=${fixtures.testApp.people.userId.bia}`)).toHaveLength(2);
  });

  test('returns twenty per page, by number or cursor', async () => {
    for (let n = 0; n < 25; n += 1) await fixtures.plan(HOUR + n, { body: `mensagem ${n}` });
    const first = await fixtures.call('bia', 'GET', '/?pageNumber=1');
    const second = await fixtures.call('bia', 'GET', '/?pageNumber=2');
    expect(first.body).toMatchObject({ count: 25, hasMore: true });
    expect(second.body).toMatchObject({ count: 25, hasMore: false });
    const last = first.body.schedules.at(-1)?.id;
    const after = await fixtures.call('bia', 'GET', `/?after=${last}`);
    expect(after.body.schedules).toEqual(second.body.schedules);
    expect(after.body.schedules).toHaveLength(5);
  });
});

describe('schedule calendar', () => {
  test('lists entries of a period and marks which can be moved', async () => {
    const sent = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    const waiting = await fixtures.plan(HOUR);
    await fixtures.plan(48 * HOUR);
    const range = '?from=2026-03-10T00:00:00-03:00&to=2026-03-11T00:00:00-03:00'.replaceAll('+', '%2B');
    const { entries } = (await fixtures.call('bia', 'GET', `/calendar${range}`)).body;
    expect(entries.map(({ id, isMovable }) => [id, isMovable])).toEqual([
      [sent, false],
      [waiting, true],
    ]);
    expect(entries[1]).toMatchObject({ contact: 'João Lima', body: 'Seu pedido chega hoje' });
    expect((await fixtures.call('caio', 'GET', `/calendar${range}`)).body.entries).toEqual([]);
    const far = '?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
    expect((await fixtures.call('bia', 'GET', `/calendar${far}`)).status).toBe(400);
  });
});

describe('schedule picture', () => {
  test('opens by signed URL and is deleted when replaced or removed', async () => {
    const id = await fixtures.plan(HOUR);
    expect((await upload('bia', id, photo())).body).toEqual({ mensagem: 'Arquivo Anexado' } as never);
    const { mediaPath, mediaName } = (await fixtures.call('bia', 'GET', `/${id}`)).body;
    expect(mediaName).toBe('foto.png');
    const address = new URL(mediaPath ?? '');
    const read = async (who: PersonName | undefined, search = '') =>
      (await (await fixtures.testApp.as(who)).raw(`${address.pathname}${search}`)).status;
    expect([await read(undefined, address.search), await read(undefined), await read('bia')]).toEqual([
      200, 404, 200,
    ]);
    expect([await read('caio'), await read('davi'), await read('ana')]).toEqual([404, 404, 200]);
    const path = fixtures.testApp.kernel.storage.pathOf(
      fixtures.system.companyId,
      (await fixtures.row(id)).mediaPath ?? '',
    );
    expect((await fixtures.call('bia', 'DELETE', `/${id}/media-upload`)).body.mensagem).toBe(
      'Arquivo Excluído',
    );
    await until('it is gone', () => !existsSync(path));
  });

  test('must be PNG or JPEG by content, whatever its name', async () => {
    const id = await fixtures.plan(HOUR);
    for (const file of [
      new File(['a;b'], 'tabela.png', { type: 'image/png' }),
      new File(['GIF89a......'], 'a.gif'),
    ])
      expect((await upload('bia', id, file)).body.error).toBe('ERR_UNSUPPORTED_MEDIA');
    expect((await fixtures.row(id)).mediaPath).toBeNull();
  });
});

describe('schedule contact', () => {
  test('deletes the schedule and picture when deleted', async () => {
    const id = await fixtures.plan(HOUR);
    await upload('bia', id, photo());
    const path = fixtures.testApp.kernel.storage.pathOf(
      fixtures.system.companyId,
      (await fixtures.row(id)).mediaPath ?? '',
    );
    await deleteContact(fixtures.system, { contactId: fixtures.joao });
    expect(await fixtures.rows()).toEqual([]);
    await until('the picture is gone', () => !existsSync(path));
  });

  test('passes the schedule on when merged', async () => {
    const id = await fixtures.plan(HOUR);
    const [twin] = await fixtures.system.write((tx) =>
      tx.db.insert(contacts).values({ name: 'João' }).returning(),
    );
    await fixtures.system.write((tx) => mergeContacts(tx, { keep: twin?.id ?? 0, drop: fixtures.joao }));
    expect((await fixtures.row(id)).contactId).toBe(twin?.id ?? 0);
  });
});

describe('schedule events', () => {
  test('reach those who may read it, under both names', async () => {
    const received = await fixtures.testApp.listenAs('bia');
    const others = await fixtures.testApp.listenAs('caio');
    const id = await fixtures.plan(MINUTE);
    await fixtures.after(MINUTE);
    await fixtures.call('bia', 'DELETE', `/${id}`);
    await fixtures.testApp.settle();
    const reported = received.filter(({ channel }) => channel === 'schedule').map(({ data }) => data);
    expect(reported).toMatchObject([
      { action: 'create', schedule: { id, contact: { name: 'João Lima' }, status: 'PENDENTE' } },
      { action: 'update', schedule: { status: expect.stringMatching(/AGENDADA|ENVIADA/) } },
      { action: 'update', schedule: { status: 'ENVIADA', contact: { name: 'João Lima' } } },
      { action: 'delete', scheduleId: id },
    ]);
    expect(others.filter(({ channel }) => channel === 'schedule')).toEqual([]);
    expect(contractEvents(CONTRACT, 3, 'schedule', 1).map(({ name }) => name)).toEqual([
      'schedule',
      'company3-schedule',
    ]);
    expect(await fixtures.system.db.select().from(schedules)).toEqual([]);
  });
});
