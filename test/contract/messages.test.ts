import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { TestApp } from '../support/deps.ts';
import { createFilledApp, type Fixtures, PNG } from '../support/fixtures.ts';
import { inbound, MARIA } from '../support/inbound.ts';

/** Contract: http §5. */
let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
});
afterAll(() => testApp.stop());

type Message = { id: string; body: string; isDeleted: boolean; isEdited: boolean; quotedMsg: object | null };
type Page = { messages: Message[]; error: string };

const call = async <T = Page>(method: string, path: string, body?: unknown) =>
  (await testApp.as('bia')).json<T>(method, path, body);
const page = async () => (await call('GET', `/messages/${fixtures.ticketId}?pageNumber=1`)).body.messages;
const accept = () => call('PUT', `/tickets/${fixtures.ticketId}`, { status: 'open' });
const reported = (received: LiveMessage[]) => received.filter(({ channel }) => channel !== 'user');
const actions = (received: LiveMessage[]) => received.map(({ data }) => (data as { action: string }).action);

async function answer(body: string): Promise<string> {
  const reply = await call<Message>('POST', `/messages/${fixtures.ticketId}`, {
    body,
    fromMe: true,
    read: 1,
  });
  await testApp.settle();
  return reply.body.id;
}

describe('reading messages', () => {
  test('marks them read, broadcasts once and does not reorder the ticket', async () => {
    const target = { companyId: fixtures.companyId, connectionId: fixtures.connectionId };
    await testApp.listener.onMessages(target, [inbound({ from: MARIA, text: 'e agora?' })]);
    await testApp.settle();
    const received = await testApp.listenAs('rui');
    await page();
    await page();
    await testApp.settle();
    expect(reported(received).map(({ data }) => data)).toEqual([
      { action: 'updateUnread', ticketId: fixtures.ticketId },
    ]);
    const { body } = await call<{ unreadMessages: number; status: string }>(
      'GET',
      `/tickets/${fixtures.ticketId}`,
    );
    expect(body).toMatchObject({ unreadMessages: 0, status: 'pending' });
  });

  test('serves cards under their type, with the plus that clients look for', async () => {
    const { ticketId, connectionId, contactId: chatId } = fixtures;
    const body = 'BEGIN:VCARD\nFN:Rita\nTEL;type=CELL:5521977776666\nEND:VCARD';
    const sent = { author: 'them', fromMe: false, sentAt: testApp.clock.now, origin: 'customer' } as const;
    const row = { ticketId, connectionId, chatId, body, ...sent };
    const cards = (['vcard', 'contactMessage'] as const).map((mediaType) => ({
      ...row,
      mediaType,
      wid: mediaType,
    }));
    await (await testApp.systemScope()).write((tx) => tx.db.insert(messages).values(cards));
    const shown = (await page()).slice(-2) as (Message & { mediaType: string })[];
    expect(shown.map(({ mediaType }) => mediaType)).toEqual(['vcard', 'contactMessage']);
    for (const card of shown) expect(card.body).toContain('+5521977776666');
  });

  test('includes the quoted message and its author', async () => {
    const quoting = (await page()).find(({ quotedMsg }) => quotedMsg !== null);
    expect(quoting?.quotedMsg).toMatchObject({
      id: String(fixtures.textId),
      fromMe: false,
      body: 'bom dia um',
      mediaType: 'conversation',
      mediaUrl: null,
      isDeleted: false,
      contact: { id: fixtures.contactId, name: fixtures.contactName },
    });
  });
});

describe('sending messages', () => {
  test('is refused for a ticket nobody has accepted', async () => {
    const reply = await call('POST', `/messages/${fixtures.ticketId}`, { body: 'oi' });
    expect([reply.status, reply.body.error]).toEqual([409, 'ERR_TICKET_NOT_OPEN']);
  });

  test('accepts files as `medias` with captions in `body` by position and rejects a form without any', async () => {
    await accept();
    const form = new FormData();
    form.append('fromMe', 'true');
    for (const name of ['a.png', 'b.png'])
      form.append('medias', new File([PNG], name, { type: 'image/png' }));
    for (const body of ['uma legenda', 'b.png']) form.append('body', body);
    const upload = async (sent: FormData) =>
      (await testApp.as('bia')).upload<Page>(`/messages/${fixtures.ticketId}`, sent);
    expect((await upload(form)).status).toBe(200);
    expect((await page()).slice(-2).map(({ body }) => body)).toEqual(['uma legenda', 'b.png']);
    const empty = new FormData();
    empty.append('body', 'sem arquivo');
    expect((await upload(empty)).body.error).toBe('ERR_EMPTY_MESSAGE');
  });

  test('accepts a whole message as the quote and rejects blank text', async () => {
    const [first] = await page();
    const body = { body: 'sobre isto', quotedMsg: { ...first, id: String(fixtures.textId) } };
    expect((await call('POST', `/messages/${fixtures.ticketId}`, body)).status).toBe(200);
    expect((await page()).at(-1)).toMatchObject({ quotedMsg: { id: String(fixtures.textId) } });
    expect((await call('POST', `/messages/${fixtures.ticketId}`, { body: ' \n ' })).status).toBe(400);
  });

  test('marks an edit, ignores blank text and accepts the client’s extra fields', async () => {
    const id = await answer('antes');
    const sent = { read: 1, fromMe: true, mediaUrl: '', quotedMsg: null };
    const received = await testApp.listenAs('ana');
    expect((await call('PUT', `/messages/${id}`, { ...sent, body: 'x' })).status).toBe(200);
    expect((await call('POST', `/messages/edit/${id}`, { ...sent, body: '  ' })).status).toBe(200);
    await testApp.settle();
    expect(reported(received)).toEqual([]);
    expect((await call('POST', `/messages/edit/${id}`, { ...sent, body: 'depois' })).status).toBe(200);
    expect((await page()).at(-1)).toMatchObject({ body: 'depois', isEdited: true });
    await testApp.settle();
    expect(actions(received.filter(({ channel }) => channel === 'appMessage'))).toContain('update');
  });

  test('marks a deleted message but preserves its text, and refuses deleting a customer’s message', async () => {
    const id = await answer('engano');
    expect((await call('DELETE', `/messages/${id}`)).status).toBe(200);
    expect((await page()).at(-1)).toMatchObject({ id, body: 'engano', isDeleted: true });
    const theirs = await call('DELETE', `/messages/${fixtures.textId}`);
    expect([theirs.status, theirs.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    const edited = await call('POST', `/messages/edit/${fixtures.textId}`, { body: 'x' });
    expect([edited.status, edited.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  });
});
