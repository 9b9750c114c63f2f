import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { PNG } from '@test/support/fixtures.ts';
import type { PersonName } from '@test/support/people.ts';
import { type Answer, openChatFixture } from './chat-fixture.test-support.ts';

let at: Awaited<ReturnType<typeof openChatFixture>>;

beforeAll(async () => {
  at = await openChatFixture();
});
afterAll(() => at.testApp.stop());
beforeEach(() => at.startAnew());

describe('chat message', () => {
  test('is counted as unread for others and shown in the list', async () => {
    const { body } = await at.post('bia', 'Bom dia');
    expect(body).toMatchObject({ message: 'Bom dia', sender: { id: at.idOf('bia'), name: 'Bia' } });
    expect(body.chat).toMatchObject({ lastMessage: 'Bia: Bom dia' });
    expect(body.chat.users.map(({ unreads }) => unreads)).toEqual([0, 1]);
    await at.post('ana', 'Oi');
    const { users: members } = (await at.listOf('bia')).body.records[0] ?? expect.unreachable();
    expect(members.map(({ unreads }) => unreads)).toEqual([1, 0]);
  });

  const refused = [{}, { message: '' }, { message: ' \n ' }, { message: 7 }, { message: 'x'.repeat(10_001) }];
  for (const body of refused)
    test(`is refused: ${JSON.stringify(body).slice(0, 30)}`, async () => {
      expect((await at.call('bia', 'POST', `${at.chat.id}/messages`, body)).status).toBe(400);
      expect((await at.messagesOf('bia')).body.count).toBe(0);
    });

  test('pages start with the newest, each in chronological order', async () => {
    for (let n = 1; n <= 23; n += 1) await at.post('bia', `m${n}`);
    const first = (await at.messagesOf('ana')).body;
    expect(first).toMatchObject({ count: 23, hasMore: true });
    expect(first.records.map(({ message }) => message)).toEqual(
      Array.from({ length: 20 }, (_, index) => `m${index + 4}`),
    );
    const second = (await at.messagesOf('ana', '?pageNumber=2')).body;
    expect(second.records.map(({ message }) => message)).toEqual(['m1', 'm2', 'm3']);
    const older = (await at.messagesOf('ana', `?before=${first.records[0]?.id}`)).body;
    expect(older.records).toEqual(second.records);
    expect(older.hasMore).toBe(false);
  });

  test('is stored once per client id, which another sender cannot reuse', async () => {
    const clientId = 'a-client-id';
    const first = await at.post('bia', 'um', { clientId });
    const again = await at.post('bia', 'um', { clientId });
    expect(again.body.id).toBe(first.body.id);
    expect((await at.messagesOf('bia')).body.count).toBe(1);
    expect((await at.post('ana', 'um', { clientId })).status).toBe(400);
  });

  test('mentions only members named after an @ sign', async () => {
    const { body } = await at.post('bia', 'veja @ana e @Caio, @Anabel');
    expect(body.mentions).toEqual([at.idOf('ana')]);
    const ask = async (who: PersonName) =>
      (await at.testApp.as(who)).json<{ mentions: { messageId: number }[] }>('GET', '/chats/mentions');
    expect((await ask('ana')).body.mentions).toMatchObject([{ messageId: body.id, chatTitle: 'Plantão' }]);
    expect((await ask('caio')).body.mentions).toEqual([]);
    await at.call('ana', 'POST', `${at.chat.id}/read`, {});
    expect((await ask('ana')).body.mentions).toEqual([]);
  });
});

describe('reading a chat', () => {
  test('is only possible for oneself and records the position', async () => {
    const { body } = await at.post('bia', 'oi');
    expect((await at.call('ana', 'POST', `${at.chat.id}/read`, { userId: at.idOf('bia') })).status).toBe(403);
    const read = await at.call('ana', 'POST', `${at.chat.id}/read`, { userId: at.idOf('ana') });
    const ana = read.body.users.find(({ userId }) => userId === at.idOf('ana'));
    expect(ana).toMatchObject({ unreads: 0, readMessageId: body.id });
  });
});

describe('chat file', () => {
  test('can be opened by members and is deleted with the chat', async () => {
    const png = new File([PNG], '../foto.png', { type: 'image/png' });
    const { body } = await at.send('bia', png, { message: 'olha', clientId: 'file-one' });
    expect(body).toMatchObject({ mediaName: 'foto.png', mediaType: 'image/png', message: 'olha' });
    const again = await at.send('bia', png, { message: 'olha', clientId: 'file-one' });
    expect(again.body.id).toBe(body.id);
    const address = new URL(body.mediaPath ?? '');
    const read = async (who: PersonName | undefined, search = '') =>
      (await (await at.testApp.as(who)).raw(`${address.pathname}${search}`)).status;
    expect([await read('bia'), await read('ana')]).toEqual([200, 200]);
    expect([await read('caio'), await read('davi'), await read(undefined)]).toEqual([404, 404, 404]);
    expect(await read(undefined, address.search)).toBe(200);
    const key = address.pathname.split('/').slice(3).join('/');
    const path = at.testApp.kernel.storage.pathOf(at.testApp.people.companyId.aurora, key);
    await at.call('bia', 'DELETE', at.chat.id);
    while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
  });

  test('is refused when empty or missing', async () => {
    expect((await at.send('bia', new File([], 'vazio.txt'))).status).toBe(415);
    const form = new FormData();
    form.set('message', 'sem arquivo');
    const none = await (await at.testApp.as('bia')).upload<Answer>(`/chats/${at.chat.id}/messages`, form);
    expect(none.status).toBe(400);
  });
});

describe('ticket in a chat', () => {
  test('can be shared and opened only by those who may see it', async () => {
    await at.call('bia', 'PUT', at.chat.id, {
      title: 'x',
      users: [{ id: at.idOf('ana') }, { id: at.idOf('caio') }],
    });
    const { body } = await at.post('bia', 'quem vê?', { ticketId: at.fixtures.ticketId });
    expect(body.ticket).toMatchObject({ uuid: at.fixtures.uuid, contactName: at.fixtures.contactName });
    expect((await at.messagesOf('ana')).body.records[0]?.ticket?.uuid).toBe(at.fixtures.uuid);
    const hidden = (await at.messagesOf('caio')).body;
    expect(hidden.records[0]).toMatchObject({ ticketId: at.fixtures.ticketId, ticket: null });
    expect(JSON.stringify(hidden)).not.toContain(at.fixtures.contactName);
    expect((await at.post('caio', 'meu', { ticketId: at.fixtures.ticketId })).body.error).toBe(
      'ERR_NO_TICKET_FOUND',
    );
    expect((await at.post('bia', '', { ticketId: 987654 })).body.error).toBe('ERR_NO_TICKET_FOUND');
    expect((await at.post('bia', '', { ticketId: at.fixtures.ticketId })).status).toBe(200);
  });
});
