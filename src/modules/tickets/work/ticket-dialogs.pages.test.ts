import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { tickets, users } from '@db/tenant/schema/index.ts';
import type { Reply } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import { eq } from 'drizzle-orm';
import { snoozeTimes } from './snooze-times.logic.ts';

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  testApp = await createTestApp({ env: { TZ: 'America/Sao_Paulo' } });
  fixtures = await fillCompany(testApp, {
    company: 'aurora',
    queueId: testApp.people.queueId.Vendas,
    mark: 'um',
  });
});
afterAll(() => testApp.stop());

const events = (reply: Reply) =>
  JSON.parse(reply.headers.get('HX-Trigger') ?? '{}') as Record<string, unknown>;
const part = (name: string) => `/tickets/${fixtures.uuid}/${name}`;
const ticketRow = async () => {
  const scope = await testApp.systemScope();
  const [row] = await scope.db.select().from(tickets).where(eq(tickets.id, fixtures.ticketId));
  if (!row) throw new Error('the ticket is gone');
  return row;
};

describe('ticket transfer dialog', () => {
  test('offers every queue and connection with the current connection selected', async () => {
    const { text } = await (await testApp.as('bia')).part('GET', part('transfer'));
    for (const name of ['Vendas', 'Suporte', 'Linha um']) expect(text).toContain(name);
    expect(text).toMatch(new RegExp(`<option value="${fixtures.connectionId}" selected=""`));
  });

  test('searches users from three letters on', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.part('GET', '/ticket-choices/people?person=ca')).text).not.toContain('option');
    const found = await bia.part('GET', '/ticket-choices/people?person=cai');
    expect(found.text).toContain(`data-value="${testApp.people.userId.caio}"`);
    expect(found.text).toContain('Suporte');
  });

  test('offers the people of the chosen queue before anything is typed, who is online first', async () => {
    const { queueId, userId } = testApp.people;
    const bia = await testApp.as('bia');
    const scope = await testApp.systemScope();
    const offered = async (query = '') => {
      const { text } = await bia.part('GET', `/ticket-choices/people?person=${query}`);
      return [...text.matchAll(/data-value="(\d+)"/g)].map(([, id]) => Number(id));
    };
    const setOnline = (id: number, online: boolean) =>
      scope.write((tx) => tx.db.update(users).set({ online }).where(eq(users.id, id)));
    await setOnline(userId.rui, true);
    expect((await offered(`&queueId=${queueId.Suporte}`))[0]).toBe(userId.rui);
    expect(await offered(`&queueId=${queueId.Suporte}`)).not.toContain(userId.bia);
    expect(await offered()).toContain(userId.bia);
    await scope.write((tx) =>
      tx.db.update(users).set({ disabledAt: tx.now() }).where(eq(users.id, userId.rui)),
    );
    expect(await offered()).not.toContain(userId.rui);
    await scope.write((tx) => tx.db.update(users).set({ disabledAt: null }).where(eq(users.id, userId.rui)));
    await setOnline(userId.rui, false);
    expect(await offered('&queueId=x')).toContain(userId.bia);
  });

  test('rejects a typed name that was not chosen and leaves the ticket unchanged', async () => {
    const before = await ticketRow();
    const position = {
      queueId: String(testApp.people.queueId.Suporte),
      whatsappId: String(fixtures.connectionId),
    };
    const bia = await testApp.as('bia');
    const typed = await bia.part('PUT', part('transfer'), { ...position, userId: '', person: 'Cai' });
    const many = await bia.part('POST', '/tickets/bulk', {
      ...{ action: 'assign', ids: String(fixtures.ticketId), queueId: position.queueId },
      ...{ userId: '', person: 'Cai' },
    });
    for (const { status, text } of [typed, many]) {
      expect([status, text]).toEqual([422, expect.stringContaining('Escolha alguém da lista')]);
      expect(text).toMatch(/name="person"[^>]*value="Cai"/);
    }
    expect(await ticketRow()).toEqual(before);
  });

  test('redisplays the form when no queue is chosen', async () => {
    const reply = await (await testApp.as('bia')).part('PUT', part('transfer'), {
      queueId: '',
      whatsappId: String(fixtures.connectionId),
      userId: String(testApp.people.userId.caio),
    });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Obrigatório');
    expect(reply.text).toMatch(new RegExp(`name="userId"[^>]*value="${testApp.people.userId.caio}"`));
    expect((await ticketRow()).queueId).toBe(fixtures.queueId);
  });

  test('opens the ticket for a chosen user and makes it pending for a queue alone', async () => {
    const ana = await testApp.as('ana');
    const whatsappId = String(fixtures.connectionId);
    const to = (queueId: number, userId: string) =>
      ana.part('PUT', part('transfer'), { queueId: String(queueId), whatsappId, userId });
    const options = await to(testApp.people.queueId.Vendas, String(testApp.people.userId.bia));
    expect(events(options)['desk:leave']).toEqual({ uuid: fixtures.uuid });
    expect(await ticketRow()).toMatchObject({ status: 'open', userId: testApp.people.userId.bia });
    expect((await to(testApp.people.queueId.Vendas, '')).status).toBe(204);
    expect(await ticketRow()).toMatchObject({ status: 'pending', userId: null });
  });
});

describe('snooze dialog', () => {
  test('computes the choices in the company’s time zone', () => {
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
  ])('rejects %p beside the field', async (form, words) => {
    const reply = await (await testApp.as('bia')).part('POST', part('snooze'), form);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(words);
    expect((await ticketRow()).snoozedUntil).toBeNull();
  });

  test('snoozes the ticket and brings it back', async () => {
    const bia = await testApp.as('bia');
    const reply = await bia.part('POST', part('snooze'), { choice: 'hour' });
    expect(events(reply)['desk:leave']).toEqual({ uuid: fixtures.uuid });
    const until = (await ticketRow()).snoozedUntil;
    expect(until?.getTime()).toBe(testApp.clock.now.getTime() + 3_600_000);
    expect((await bia.part('GET', part('snooze'))).text).toContain('Trazer de volta agora');
    expect((await bia.part('DELETE', part('snooze'))).status).toBe(204);
    expect((await ticketRow()).snoozedUntil).toBeNull();
  });
});

describe('ticket peek', () => {
  test('shows the conversation and marks nothing as read', async () => {
    const { unreadMessages } = await ticketRow();
    expect(unreadMessages).toBeGreaterThan(0);
    const { status, text } = await (await testApp.as('bia')).part('GET', part('peek'));
    expect(status).toBe(200);
    expect(text).toContain('<article');
    expect(text).not.toContain('<textarea');
    expect((await ticketRow()).unreadMessages).toBe(unreadMessages);
  });

  test('redirects with an error for a ticket of another queue', async () => {
    const reply = await (await testApp.as('caio')).part('GET', part('peek'));
    expect(reply.headers.get('HX-Redirect')).toBe('/tickets');
    expect(reply.headers.get('Set-Cookie')).toContain('notAllowed');
    expect(reply.text).not.toContain('um');
  });
});

describe('bulk actions in the ticket list', () => {
  test('close the tickets with one undo for their author only', async () => {
    const bia = await testApp.as('bia');
    const before = await ticketRow();
    const reply = await bia.part('POST', '/tickets/bulk', { action: 'close', ids: `${fixtures.ticketId}` });
    const { toast, ...more } = events(reply);
    expect(more).toMatchObject({ 'selection:clear': { ids: [fixtures.ticketId] }, 'dialog:close': true });
    expect(toast).toMatchObject({ level: 'success', text: '1 atendimento resolvido.' });
    const { undo } = toast as { undo: string };
    expect((await ticketRow()).status).toBe('closed');
    expect((await (await testApp.as('ana')).part('POST', `/undo/${undo}`)).status).toBe(404);
    expect((await bia.part('POST', `/undo/${undo}`)).status).toBe(204);
    expect((await ticketRow()).status).toBe(before.status);
    expect((await bia.part('POST', `/undo/${undo}`)).status).toBe(404);
  });

  test('assign the tickets to one user in their current queue', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.part('GET', `/tickets/bulk/assign?ids=${fixtures.ticketId}`)).text).toContain(
      'Suporte',
    );
    const userId = String(testApp.people.userId.rui);
    const form = { action: 'assign', ids: `${fixtures.ticketId}`, queueId: '', userId, searchParam: 'rui' };
    expect((await bia.part('POST', '/tickets/bulk', form)).status).toBe(204);
    expect(await ticketRow()).toMatchObject({
      status: 'open',
      userId: testApp.people.userId.rui,
      queueId: fixtures.queueId,
    });
  });

  test('report tickets that may not be changed and redisplay a dialog without a choice', async () => {
    const caio = await (await testApp.as('caio')).part('POST', '/tickets/bulk', {
      action: 'close',
      ids: `${fixtures.ticketId}`,
    });
    expect(events(caio).toast).toMatchObject({ level: 'warning' });
    const bia = await testApp.as('bia');
    const empty = await bia.part('POST', '/tickets/bulk', { action: 'tag', ids: `${fixtures.ticketId}` });
    expect(empty.status).toBe(422);
    expect(empty.text).toContain(`name="ids" value="${fixtures.ticketId}"`);
  });
});

describe('ticket deletion', () => {
  test('asks for confirmation and is restricted to administrators', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.part('GET', part('delete'))).status).toBe(403);
    expect((await bia.part('DELETE', `/tickets/${fixtures.uuid}`)).status).toBe(403);
    const ana = await testApp.as('ana');
    expect((await ana.part('GET', part('delete'))).text).toContain(`hx-delete="/tickets/${fixtures.uuid}"`);
    expect((await bia.part('GET', part('header'))).text).not.toContain(part('delete'));
    expect((await ana.part('GET', part('header'))).text).toContain(part('delete'));
    expect((await ana.part('DELETE', `/tickets/${fixtures.uuid}`)).status).toBe(204);
    expect((await ana.part('GET', part('header'))).status).toBe(404);
  });
});
