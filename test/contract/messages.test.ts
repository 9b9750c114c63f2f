import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { TestDesk } from '../support/deps.ts';
import { inbound, MARIA } from '../support/inbound.ts';
import { createFilledDesk, PNG, type World } from '../support/world.ts';

/** Contract: http §5. */
let desk: TestDesk;
let world: World;

beforeAll(async () => {
  ({ desk, world } = await createFilledDesk());
});
afterAll(() => desk.stop());

type Message = { id: string; body: string; isDeleted: boolean; isEdited: boolean; quotedMsg: object | null };
type Page = { messages: Message[]; error: string };

const call = async <T = Page>(method: string, path: string, body?: unknown) =>
  (await desk.as('bia')).json<T>(method, path, body);
const page = async () => (await call('GET', `/messages/${world.ticketId}?pageNumber=1`)).body.messages;
const accept = () => call('PUT', `/tickets/${world.ticketId}`, { status: 'open' });
const told = (heard: LiveMessage[]) => heard.filter(({ channel }) => channel !== 'user');
const actions = (heard: LiveMessage[]) => heard.map(({ data }) => (data as { action: string }).action);

async function answer(body: string): Promise<string> {
  const reply = await call<Message>('POST', `/messages/${world.ticketId}`, { body, fromMe: true, read: 1 });
  await desk.settle();
  return reply.body.id;
}

describe('reading', () => {
  test('makes nothing unread, says so once, and leaves the ticket where it is', async () => {
    const target = { companyId: world.companyId, connectionId: world.connectionId };
    await desk.listener.onMessages(target, [inbound({ from: MARIA, text: 'e agora?' })]);
    await desk.settle();
    const heard = await desk.listenAs('rui');
    await page();
    await page();
    await desk.settle();
    expect(told(heard).map(({ data }) => data)).toEqual([
      { action: 'updateUnread', ticketId: world.ticketId },
    ]);
    const { body } = await call<{ unreadMessages: number; status: string }>(
      'GET',
      `/tickets/${world.ticketId}`,
    );
    expect(body).toMatchObject({ unreadMessages: 0, status: 'pending' });
  });

  test('a quotation brings what it quotes, and who said that', async () => {
    const quoting = (await page()).find(({ quotedMsg }) => quotedMsg !== null);
    expect(quoting?.quotedMsg).toMatchObject({
      id: String(world.textId),
      fromMe: false,
      body: 'bom dia um',
      mediaType: 'conversation',
      mediaUrl: null,
      isDeleted: false,
      contact: { id: world.contactId, name: world.contactName },
    });
  });
});

describe('writing', () => {
  test('is refused in a ticket that nobody has accepted', async () => {
    const reply = await call('POST', `/messages/${world.ticketId}`, { body: 'oi' });
    expect([reply.status, reply.body.error]).toEqual([409, 'ERR_TICKET_NOT_OPEN']);
  });

  test('files come as `medias`, each with the `body` at its place; a form without any is refused', async () => {
    await accept();
    const form = new FormData();
    form.append('fromMe', 'true');
    for (const name of ['a.png', 'b.png'])
      form.append('medias', new File([PNG], name, { type: 'image/png' }));
    for (const body of ['uma legenda', 'b.png']) form.append('body', body);
    const upload = async (sent: FormData) =>
      (await desk.as('bia')).upload<Page>(`/messages/${world.ticketId}`, sent);
    expect((await upload(form)).status).toBe(200);
    expect((await page()).slice(-2).map(({ body }) => body)).toEqual(['uma legenda', 'b.png']);
    const empty = new FormData();
    empty.append('body', 'sem arquivo');
    expect((await upload(empty)).body.error).toBe('ERR_EMPTY_MESSAGE');
  });

  test('a whole message may be named as the quoted one; nothing but blanks is no message', async () => {
    const [first] = await page();
    const body = { body: 'sobre isto', quotedMsg: { ...first, id: String(world.textId) } };
    expect((await call('POST', `/messages/${world.ticketId}`, body)).status).toBe(200);
    expect((await page()).at(-1)).toMatchObject({ quotedMsg: { id: String(world.textId) } });
    expect((await call('POST', `/messages/${world.ticketId}`, { body: ' \n ' })).status).toBe(400);
  });

  test('new words mark it as edited, blank ones change nothing, and the trigger beside it is harmless', async () => {
    const id = await answer('antes');
    const sent = { read: 1, fromMe: true, mediaUrl: '', quotedMsg: null };
    const heard = await desk.listenAs('ana');
    expect((await call('PUT', `/messages/${id}`, { ...sent, body: 'x' })).status).toBe(200);
    expect((await call('POST', `/messages/edit/${id}`, { ...sent, body: '  ' })).status).toBe(200);
    await desk.settle();
    expect(told(heard)).toEqual([]);
    expect((await call('POST', `/messages/edit/${id}`, { ...sent, body: 'depois' })).status).toBe(200);
    expect((await page()).at(-1)).toMatchObject({ body: 'depois', isEdited: true });
    await desk.settle();
    expect(actions(heard.filter(({ channel }) => channel === 'appMessage'))).toContain('update');
  });

  test('what is taken back is marked, and its words stay; a customer’s are not ours to take back', async () => {
    const id = await answer('engano');
    expect((await call('DELETE', `/messages/${id}`)).status).toBe(200);
    expect((await page()).at(-1)).toMatchObject({ id, body: 'engano', isDeleted: true });
    const theirs = await call('DELETE', `/messages/${world.textId}`);
    expect([theirs.status, theirs.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
    const edited = await call('POST', `/messages/edit/${world.textId}`, { body: 'x' });
    expect([edited.status, edited.body.error]).toEqual([403, 'ERR_NO_PERMISSION']);
  });
});
