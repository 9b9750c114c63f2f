import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import type { Reply } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import { eq } from 'drizzle-orm';
import { snoozeTimes } from './snooze-times.ts';

let desk: TestDesk;
let world: World;

beforeAll(async () => {
  desk = await createTestDesk({ env: { TZ: 'America/Sao_Paulo' } });
  world = await fillCompany(desk, { company: 'aurora', queueId: desk.cast.queueId.Vendas, mark: 'um' });
});
afterAll(() => desk.stop());

const events = (reply: Reply) =>
  JSON.parse(reply.headers.get('HX-Trigger') ?? '{}') as Record<string, unknown>;
const part = (name: string) => `/tickets/${world.uuid}/${name}`;
const ticketRow = async () => {
  const scope = await desk.systemScope();
  const [row] = await scope.db.select().from(tickets).where(eq(tickets.id, world.ticketId));
  if (!row) throw new Error('the ticket is gone');
  return row;
};

describe('transfer', () => {
  test('offers every queue and connection; the ticket’s own connection is chosen', async () => {
    const { text } = await (await desk.as('bia')).part('GET', part('transfer'));
    for (const name of ['Vendas', 'Suporte', 'Linha um']) expect(text).toContain(name);
    expect(text).toMatch(new RegExp(`<option value="${world.connectionId}" selected=""`));
  });

  test('people are looked for from three letters on', async () => {
    const bia = await desk.as('bia');
    expect((await bia.part('GET', '/ticket-choices/people?person=ca')).text).not.toContain('option');
    const found = await bia.part('GET', '/ticket-choices/people?person=cai');
    expect(found.text).toContain(`data-value="${desk.cast.userId.caio}"`);
    expect(found.text).toContain('Suporte');
  });

  test('a name that was typed and not chosen is not nobody: the ticket stays', async () => {
    const before = await ticketRow();
    const place = { queueId: String(desk.cast.queueId.Suporte), whatsappId: String(world.connectionId) };
    const bia = await desk.as('bia');
    const typed = await bia.part('PUT', part('transfer'), { ...place, userId: '', person: 'Cai' });
    const many = await bia.part('POST', '/tickets/bulk', {
      ...{ action: 'assign', ids: String(world.ticketId), queueId: place.queueId },
      ...{ userId: '', person: 'Cai' },
    });
    for (const { status, text } of [typed, many]) {
      expect([status, text]).toEqual([422, expect.stringContaining('Escolha alguém da lista')]);
      expect(text).toMatch(/name="person"[^>]*value="Cai"/);
    }
    expect(await ticketRow()).toEqual(before);
  });

  test('without a queue it comes back as it was', async () => {
    const reply = await (await desk.as('bia')).part('PUT', part('transfer'), {
      queueId: '',
      whatsappId: String(world.connectionId),
      userId: String(desk.cast.userId.caio),
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Obrigatório');
    expect(reply.text).toMatch(new RegExp(`name="userId"[^>]*value="${desk.cast.userId.caio}"`));
    expect((await ticketRow()).queueId).toBe(world.queueId);
  });

  test('to a person it is open with them, to a queue alone it waits', async () => {
    const ana = await desk.as('ana');
    const whatsappId = String(world.connectionId);
    const to = (queueId: number, userId: string) =>
      ana.part('PUT', part('transfer'), { queueId: String(queueId), whatsappId, userId });
    const given = await to(desk.cast.queueId.Vendas, String(desk.cast.userId.bia));
    expect(events(given)['desk:leave']).toEqual({ uuid: world.uuid });
    expect(await ticketRow()).toMatchObject({ status: 'open', userId: desk.cast.userId.bia });
    expect((await to(desk.cast.queueId.Vendas, '')).status).toBe(204);
    expect(await ticketRow()).toMatchObject({ status: 'pending', userId: null });
  });
});

describe('snooze', () => {
  test('the choices are of the desk’s own clock', () => {
    const sunday = new Date('2026-03-08T23:30:00Z');
    const { hour, tomorrow, monday } = snoozeTimes(sunday, 'America/Sao_Paulo');
    expect(hour.toISOString()).toBe('2026-03-09T00:30:00.000Z');
    expect(tomorrow.toISOString()).toBe('2026-03-09T12:00:00.000Z');
    expect(monday).toEqual(tomorrow);
    expect(snoozeTimes(monday, 'America/Sao_Paulo').monday.toISOString()).toBe('2026-03-16T12:00:00.000Z');
  });

  test.each([
    [{ choice: 'custom', at: '' }, 'Data inválida'],
    [{ choice: 'custom', at: '2099-02-30T10:00' }, 'Data inválida'],
    [{ choice: 'custom', at: '2099-01-01T25:00' }, 'Data inválida'],
    [{ choice: 'custom', at: '2020-01-01T10:00' }, 'ainda não passou'],
    [{ choice: 'never' }, 'Obrigatório'],
  ])('%p is refused beside the field', async (form, words) => {
    const reply = await (await desk.as('bia')).part('POST', part('snooze'), form);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(words);
    expect((await ticketRow()).snoozedUntil).toBeNull();
  });

  test('puts aside, and brings back', async () => {
    const bia = await desk.as('bia');
    const reply = await bia.part('POST', part('snooze'), { choice: 'hour' });
    expect(events(reply)['desk:leave']).toEqual({ uuid: world.uuid });
    const until = (await ticketRow()).snoozedUntil;
    expect(until?.getTime()).toBe(desk.clock.now.getTime() + 3_600_000);
    expect((await bia.part('GET', part('snooze'))).text).toContain('Trazer de volta agora');
    expect((await bia.part('DELETE', part('snooze'))).status).toBe(204);
    expect((await ticketRow()).snoozedUntil).toBeNull();
  });
});

describe('peek', () => {
  test('shows the conversation and marks nothing as read', async () => {
    const { unreadMessages } = await ticketRow();
    expect(unreadMessages).toBeGreaterThan(0);
    const { status, text } = await (await desk.as('bia')).part('GET', part('peek'));
    expect(status).toBe(200);
    expect(text).toContain('<article');
    expect(text).not.toContain('<textarea');
    expect((await ticketRow()).unreadMessages).toBe(unreadMessages);
  });

  test('of another queue leads away with its word', async () => {
    const reply = await (await desk.as('caio')).part('GET', part('peek'));
    expect(reply.headers.get('HX-Redirect')).toBe('/tickets');
    expect(reply.headers.get('Set-Cookie')).toContain('notAllowed');
    expect(reply.text).not.toContain('um');
  });
});

describe('many at once', () => {
  test('close, with one undo that only its own person can take', async () => {
    const bia = await desk.as('bia');
    const before = await ticketRow();
    const reply = await bia.part('POST', '/tickets/bulk', { action: 'close', ids: `${world.ticketId}` });
    const { toast, ...more } = events(reply);
    expect(more).toMatchObject({ 'selection:clear': true, 'dialog:close': true });
    expect(toast).toMatchObject({ level: 'success', text: '1 atendimento resolvido.' });
    const { undo } = toast as { undo: string };
    expect((await ticketRow()).status).toBe('closed');
    expect((await (await desk.as('ana')).part('POST', `/undo/${undo}`)).status).toBe(404);
    expect((await bia.part('POST', `/undo/${undo}`)).status).toBe(204);
    expect((await ticketRow()).status).toBe(before.status);
    expect((await bia.part('POST', `/undo/${undo}`)).status).toBe(404);
  });

  test('assign gives them to one person, in the queue they are in', async () => {
    const bia = await desk.as('bia');
    expect((await bia.part('GET', `/tickets/bulk/assign?ids=${world.ticketId}`)).text).toContain('Suporte');
    const userId = String(desk.cast.userId.rui);
    const form = { action: 'assign', ids: `${world.ticketId}`, queueId: '', userId, searchParam: 'rui' };
    expect((await bia.part('POST', '/tickets/bulk', form)).status).toBe(204);
    expect(await ticketRow()).toMatchObject({
      status: 'open',
      userId: desk.cast.userId.rui,
      queueId: world.queueId,
    });
  });

  test('what nobody may change is said; a dialog without a choice comes back', async () => {
    const caio = await (await desk.as('caio')).part('POST', '/tickets/bulk', {
      action: 'close',
      ids: `${world.ticketId}`,
    });
    expect(events(caio).toast).toMatchObject({ level: 'warning' });
    const bia = await desk.as('bia');
    const empty = await bia.part('POST', '/tickets/bulk', { action: 'tag', ids: `${world.ticketId}` });
    expect(empty.status).toBe(422);
    expect(empty.text).toContain(`name="ids" value="${world.ticketId}"`);
  });
});

describe('delete', () => {
  test('is asked first, and for administrators alone', async () => {
    const bia = await desk.as('bia');
    expect((await bia.part('GET', part('delete'))).status).toBe(403);
    expect((await bia.part('DELETE', `/tickets/${world.uuid}`)).status).toBe(403);
    const ana = await desk.as('ana');
    expect((await ana.part('GET', part('delete'))).text).toContain(`hx-delete="/tickets/${world.uuid}"`);
    expect((await bia.part('GET', part('header'))).text).not.toContain(part('delete'));
    expect((await ana.part('GET', part('header'))).text).toContain(part('delete'));
    expect((await ana.part('DELETE', `/tickets/${world.uuid}`)).status).toBe(204);
    expect((await ana.part('GET', part('header'))).status).toBe(404);
  });
});
