import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { plans } from '@db/platform/schema/index.ts';
import { contacts, schedules } from '@db/tenant/schema/index.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { PNG } from '@test/support/world.ts';
import { contractEvents } from '@/kernel/live/contract-events.ts';
import { deleteContact } from '@/modules/contacts/delete-contact.ts';
import { mergeContacts } from '@/modules/contacts/merge-contacts.ts';
import { CONTRACT } from '@/rows.ts';
import { createSchedulesDesk, HOUR, MINUTE, type SchedulesDesk } from './schedules-desk.test-support.ts';

let world: SchedulesDesk;
beforeAll(async () => {
  world = await createSchedulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

const bodies = async (who: PersonName, query = '') =>
  (await world.call(who, 'GET', `/${query}`)).body.schedules.map(({ body }) => body);
const upload = async (who: PersonName, id: number, file: File) => {
  const form = new FormData();
  form.set('file', file);
  return (await world.desk.as(who)).upload<{ mensagem: string; error: string }>(
    `/schedules/${id}/media-upload`,
    form,
  );
};
const photo = () => new File([PNG], '../foto.png', { type: 'image/png' });

describe('a schedule', () => {
  test('has the contract’s keys and states, its contact always named', async () => {
    const reply = await world.call('bia', 'POST', '', {
      body: 'Até amanhã',
      contactId: String(world.joao),
      sendAt: '2026-03-11 09:00:00',
      userId: world.desk.cast.userId.ana,
      status: 'ENVIADA',
      sentAt: '2026-03-01',
    });
    expect(reply.body).toMatchObject({
      status: 'PENDENTE',
      sentAt: null,
      sendAt: '2026-03-11T12:00:00.000Z',
      contact: { id: world.joao, name: 'João Lima' },
      user: { id: world.desk.cast.userId.bia, name: 'Bia' },
      repeats: 'never',
      opensTicket: false,
      whatsappId: null,
      mediaPath: null,
    });
    expect((await world.call('bia', 'GET', `/${reply.body.id}`)).body).toEqual(reply.body);
  });

  test('is changed in parts; what is left out stays', async () => {
    const id = await world.plan(HOUR, { repeats: 'monthly', opensTicket: true });
    const { body } = await world.call('bia', 'PUT', `/${id}`, { sendAt: '2026-03-31T10:00' });
    expect(body).toMatchObject({ sendAt: '2026-03-31T13:00:00.000Z', repeats: 'monthly', opensTicket: true });
    expect((await world.row(id)).firstAt?.toISOString()).toBe('2026-03-31T13:00:00.000Z');
  });

  test('an existing client sends everything back that it was given', async () => {
    const id = await world.plan(HOUR);
    const { body: given } = await world.call('bia', 'GET', `/${id}`);
    const reply = await world.call('bia', 'PUT', `/${id}`, {
      ...given,
      sendAt: '2026-03-12 08:00:00',
      body: 'Outra hora',
    });
    expect(reply).toMatchObject({ status: 200, body: { body: 'Outra hora', status: 'PENDENTE' } });
  });
});

describe('input', () => {
  const good = { body: 'Até amanhã', sendAt: '2026-03-11T09:00' };
  const bad: [object, string, string][] = [
    [{ body: 'oi' }, 'body', 'Mensagem muito curta'],
    [{ body: '' }, 'body', 'Obrigatório'],
    [{ body: undefined }, 'body', 'Obrigatório'],
    [{ sendAt: '' }, 'sendAt', 'Obrigatório'],
    [{ sendAt: undefined }, 'sendAt', 'Obrigatório'],
    [{ sendAt: 'amanhã' }, 'sendAt', 'Data inválida'],
    [{ sendAt: '2026-02-30T09:00' }, 'sendAt', 'Data inválida'],
    [{ contactId: '' }, 'contactId', 'Obrigatório'],
    [{ contactId: undefined }, 'contactId', 'Obrigatório'],
    [{ repeats: 'daily' }, 'repeats', 'Valor inválido'],
  ];
  for (const [part, field, sentence] of bad)
    test(`${JSON.stringify(part)}: ${sentence}`, async () => {
      const reply = await world.call('bia', 'POST', '', { ...good, contactId: world.joao, ...part });
      expect(reply).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
      expect(await world.rows()).toEqual([]);
    });

  test('nobody and nothing that is not there', async () => {
    const post = (part: object) => world.call('bia', 'POST', '', { ...good, contactId: world.joao, ...part });
    expect((await post({ contactId: 987_654 })).body.error).toBe('ERR_NO_CONTACT_FOUND');
    expect((await post({ whatsappId: 987_654 })).body.error).toBe('ERR_NO_WAPP_FOUND');
  });
});

describe('who may', () => {
  test('who wrote it, supervisors and administrators change it; another agent does not know it', async () => {
    const rows: [PersonName, number][] = [
      ['caio', 404],
      ['davi', 404],
      ['bia', 200],
      ['rui', 200],
      ['ana', 200],
    ];
    for (const [who, status] of rows) {
      const id = await world.plan(HOUR);
      expect((await world.call(who, 'GET', `/${id}`)).status).toBe(status);
      expect((await world.call(who, 'PUT', `/${id}`, { body: 'Outras palavras' })).status).toBe(status);
      expect((await upload(who, id, photo())).status).toBe(status);
      expect((await world.call(who, 'DELETE', `/${id}/media-upload`)).status).toBe(status);
      expect((await world.call(who, 'DELETE', `/${id}`)).status).toBe(status);
    }
  });

  test('who sees the conversation reads it, and no more', async () => {
    const id = await world.plan(HOUR);
    await world.desk.listener.onMessages(world.target, [inbound({ from: JOAO })]);
    const { Suporte } = world.desk.cast.queueId;
    const { id: ticketId } = await world.ticket();
    await (await world.desk.as('ana')).json('PUT', `/tickets/${ticketId}`, { queueId: Suporte });
    expect(await bodies('caio')).toEqual(['Seu pedido chega hoje']);
    expect((await world.call('caio', 'GET', `/${id}`)).status).toBe(200);
    expect((await world.call('caio', 'PUT', `/${id}`, { body: 'Outras palavras' })).status).toBe(403);
    expect((await world.call('caio', 'DELETE', `/${id}`)).status).toBe(403);
    const other = await world.call('bia', 'POST', '', {
      body: 'Sem ver a conversa',
      contactId: world.joao,
      sendAt: '2026-03-11T09:00',
    });
    expect(other).toMatchObject({ status: 403, body: { error: 'ERR_CONTACT_OF_OTHERS' } });
  });

  test('nobody whose plan has it not', async () => {
    const set = (useSchedules: boolean) =>
      world.desk.kernel.platform.write((tx) => tx.update(plans).set({ useSchedules }));
    await set(false);
    const reply = await world.call('ana', 'GET', '/');
    expect(reply).toMatchObject({ status: 403, body: { error: 'ERR_FEATURE_NOT_IN_PLAN' } });
    await set(true);
    expect((await world.call('ana', 'GET', '/')).status).toBe(200);
  });
});

describe('the list', () => {
  test('is searched by words and by the contact’s name, without its accents', async () => {
    await world.plan(HOUR, { body: 'Segue o boleto' });
    await world.plan(2 * HOUR, { body: 'Feliz aniversário' });
    expect(await bodies('bia')).toEqual(['Feliz aniversário', 'Segue o boleto']);
    expect(await bodies('bia', '?searchParam=BOLETO')).toEqual(['Segue o boleto']);
    expect(await bodies('bia', '?searchParam=joao')).toHaveLength(2);
    expect(await bodies('bia', '?searchParam=%25')).toEqual([]);
    expect(await bodies('bia', `?contactId=${world.joao + 1}`)).toEqual([]);
    expect(await bodies('ana', `?userId=${world.desk.cast.userId.bia}`)).toHaveLength(2);
  });

  test('comes twenty at a time, also behind a row', async () => {
    for (let n = 0; n < 25; n += 1) await world.plan(HOUR + n, { body: `mensagem ${n}` });
    const first = await world.call('bia', 'GET', '/?pageNumber=1');
    const second = await world.call('bia', 'GET', '/?pageNumber=2');
    expect(first.body).toMatchObject({ count: 25, hasMore: true });
    expect(second.body).toMatchObject({ count: 25, hasMore: false });
    const last = first.body.schedules.at(-1)?.id;
    const after = await world.call('bia', 'GET', `/?after=${last}`);
    expect(after.body.schedules).toEqual(second.body.schedules);
    expect(after.body.schedules).toHaveLength(5);
  });
});

describe('the calendar', () => {
  test('has what lies between two moments, and says what may be moved', async () => {
    const sent = await world.plan(MINUTE);
    await world.after(MINUTE);
    const waiting = await world.plan(HOUR);
    await world.plan(48 * HOUR);
    const range = '?from=2026-03-10T00:00:00-03:00&to=2026-03-11T00:00:00-03:00'.replaceAll('+', '%2B');
    const { entries } = (await world.call('bia', 'GET', `/calendar${range}`)).body;
    expect(entries.map(({ id, isMovable }) => [id, isMovable])).toEqual([
      [sent, false],
      [waiting, true],
    ]);
    expect(entries[1]).toMatchObject({ contact: 'João Lima', body: 'Seu pedido chega hoje' });
    expect((await world.call('caio', 'GET', `/calendar${range}`)).body.entries).toEqual([]);
    const far = '?from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z';
    expect((await world.call('bia', 'GET', `/calendar${far}`)).status).toBe(400);
  });
});

describe('its picture', () => {
  test('opens by a signed address, gives way to the next and goes with its row', async () => {
    const id = await world.plan(HOUR);
    expect((await upload('bia', id, photo())).body).toEqual({ mensagem: 'Arquivo Anexado' } as never);
    const { mediaPath, mediaName } = (await world.call('bia', 'GET', `/${id}`)).body;
    expect(mediaName).toBe('foto.png');
    const address = new URL(mediaPath ?? '');
    const read = async (who: PersonName | undefined, search = '') =>
      (await (await world.desk.as(who)).raw(`${address.pathname}${search}`)).status;
    expect([await read(undefined, address.search), await read(undefined), await read('bia')]).toEqual([
      200, 404, 200,
    ]);
    expect([await read('caio'), await read('davi'), await read('ana')]).toEqual([404, 404, 200]);
    const path = world.desk.kernel.storage.pathOf(
      world.system.companyId,
      (await world.row(id)).mediaPath ?? '',
    );
    expect((await world.call('bia', 'DELETE', `/${id}/media-upload`)).body.mensagem).toBe('Arquivo Excluído');
    await until('it is gone', () => !existsSync(path));
  });

  test('is a PNG or a JPEG by its bytes, whatever its name says', async () => {
    const id = await world.plan(HOUR);
    for (const file of [
      new File(['a;b'], 'tabela.png', { type: 'image/png' }),
      new File(['GIF89a......'], 'a.gif'),
    ])
      expect((await upload('bia', id, file)).body.error).toBe('ERR_UNSUPPORTED_MEDIA');
    expect((await world.row(id)).mediaPath).toBeNull();
  });
});

describe('its contact', () => {
  test('that is deleted takes it along, with its picture', async () => {
    const id = await world.plan(HOUR);
    await upload('bia', id, photo());
    const path = world.desk.kernel.storage.pathOf(
      world.system.companyId,
      (await world.row(id)).mediaPath ?? '',
    );
    await deleteContact(world.system, { contactId: world.joao });
    expect(await world.rows()).toEqual([]);
    await until('the picture is gone', () => !existsSync(path));
  });

  test('that becomes one with another hands it on', async () => {
    const id = await world.plan(HOUR);
    const [twin] = await world.system.write((tx) =>
      tx.db.insert(contacts).values({ name: 'João' }).returning(),
    );
    await world.system.write((tx) => mergeContacts(tx, { keep: twin?.id ?? 0, drop: world.joao }));
    expect((await world.row(id)).contactId).toBe(twin?.id ?? 0);
  });
});

describe('live', () => {
  test('those who may read it hear of each change, under both names', async () => {
    const heard = await world.desk.listenAs('bia');
    const others = await world.desk.listenAs('caio');
    const id = await world.plan(MINUTE);
    await world.after(MINUTE);
    await world.call('bia', 'DELETE', `/${id}`);
    await world.desk.settle();
    const told = heard.filter(({ channel }) => channel === 'schedule').map(({ data }) => data);
    expect(told).toMatchObject([
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
    expect(await world.system.db.select().from(schedules)).toEqual([]);
  });
});
