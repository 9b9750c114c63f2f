import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { PNG } from '../support/fixtures.ts';
import { inbound, MARIA } from '../support/inbound.ts';
import { type LiveApp, openLiveApp, until } from './lines.ts';
import { type ListedTicket, UnmodifiedClient } from './unmodified-client.ts';

const ORIGIN = 'https://painel.example';

let live: LiveApp;
let bia: UnmodifiedClient;
let pending: ListedTicket[];
let open: ListedTicket[];
const clients: UnmodifiedClient[] = [];

function visitor(): UnmodifiedClient {
  const client = new UnmodifiedClient(live, ORIGIN);
  clients.push(client);
  return client;
}

beforeAll(async () => {
  live = await openLiveApp({ env: { ALLOWED_ORIGINS: ORIGIN } });
  bia = visitor();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await live.stop();
});

async function mariaWrites(text: string): Promise<void> {
  const { companyId, connectionId } = live.aurora;
  await live.testApp.listener.onMessages({ companyId, connectionId }, [inbound({ from: MARIA, text })]);
}

type Full = ListedTicket & {
  contactId: number;
  contact: { id: number; extraInfo: object[] };
  tags: object[];
};
const ticket = () => bia.call<Full>('GET', `/tickets/u/${live.aurora.uuid}`);
const put = (body: object) => bia.call<Full>('PUT', `/tickets/${live.aurora.ticketId}`, body);
const shows = (list: ListedTicket[]) => list.some(({ id }) => id === live.aurora.ticketId);

describe('a day of an unmodified client', () => {
  test('1, 2: signs in, and a reload restores the session from its cookie', async () => {
    const { status, data } = await bia.login('bia@aurora.test');
    expect(status).toBe(200);
    expect(data.user).toMatchObject({ id: expect.any(Number), companyId: live.aurora.companyId });
    expect(data.user.company).toMatchObject({ settings: expect.any(Array) });
    expect(bia.isExpired(live.testApp.clock.now)).toBe(false);
    expect(JSON.parse(atob(bia.token.split('.')[1] ?? '')).exp).toBeNumber();
    expect(await bia.refresh()).toBe(200);
    expect(bia.isExpired(live.testApp.clock.now)).toBe(false);
    live.testApp.clock.advance(16 * 60_000);
    expect((await bia.call('GET', '/settings/')).status).toBe(200);
    expect(bia.user.queues[0]?.UserQueue.queueId).toBe(live.aurora.queueId);
  });

  test('1: receives the due date of its company', async () => {
    const davi = visitor();
    const dueDate = new Date('2026-12-24T12:00:00Z');
    const { boreal } = live.testApp.people.companyId;
    await live.testApp.kernel.platform.write((tx) =>
      tx.update(companies).set({ dueDate }).where(eq(companies.id, boreal)),
    );
    await davi.login('davi@boreal.test');
    expect(davi.user.company.dueDate).toBe(dueDate.toISOString());
    await davi.refresh();
    expect(davi.user.company.dueDate).toBe(dueDate.toISOString());
  });

  test('3: shows campaigns because the plan has them', async () => {
    const { data } = await visitor().login('rui@aurora.test');
    const campaigns = data.user.company.settings?.find(({ key }) => key === 'campaignsEnabled');
    expect(campaigns?.value).toBe('true');
  });

  test('4, 5: sockets are ready, and a customer message moves to the top of pending', async () => {
    pending = await bia.list('pending');
    open = await bia.list('open');
    await mariaWrites('cheguei');
    await until(() => pending[0]?.lastMessage === 'cheguei', 'the message is on top');
    expect(pending[0]?.id).toBe(live.aurora.ticketId);
    expect(pending[0]?.unreadMessages).toBeGreaterThan(0);
  });

  test('6: accepting moves and opens the ticket and greets once when enabled', async () => {
    const { data: settings } = await bia.call<{ key: string; value: string }[]>('GET', '/settings/');
    expect(settings.filter(({ key }) => key === 'sendGreetingAccepted')[0]?.value).toBe('disabled');
    expect((await put({ status: 'open', userId: bia.user.id })).status).toBe(200);
    await until(() => shows(open) && !shows(pending), 'it is in the other list');
    const { data } = await ticket();
    expect(data).toMatchObject({
      status: 'open',
      userId: bia.user.id,
      contact: { extraInfo: expect.any(Array) },
    });
    expect(live.testApp.whatsapp.sent).toEqual([]);
  });

  test('7: sends text, picture and recording, and their acks rise', async () => {
    const seen = await bia.chat(live.aurora.ticketId);
    const text = { read: 1, fromMe: true, mediaUrl: '', body: '*Bia:*\nPois não?', quotedMsg: null };
    expect((await bia.call('POST', `/messages/${live.aurora.ticketId}`, text)).status).toBe(200);
    const mp3 = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x64]);
    const recording = new File([mp3], 'audio-record-site-1.mp3', { type: 'audio/mp3' });
    for (const file of [new File([PNG], 'foto.png', { type: 'image/png' }), recording]) {
      const form = new FormData();
      form.append('fromMe', 'true');
      form.append('medias', file);
      form.append('body', file.name);
      expect((await bia.call('POST', `/messages/${live.aurora.ticketId}`, form)).status).toBe(200);
    }
    await until(() => [...seen.values()].filter(({ ack }) => ack === 2).length === 3, 'three single ticks');
    const kinds = live.testApp.whatsapp.sent.map(({ content }) => content.type);
    // Without ffmpeg a recording is sent unchanged.
    expect(kinds).toEqual(['text', 'image', expect.stringMatching(/^(voice|audio)$/)]);
    const { companyId, connectionId } = live.aurora;
    const [first] = live.testApp.whatsapp.sent;
    const receipt = { id: first?.id ?? '', chat: [MARIA.pn ?? ''], ack: 4 };
    await live.testApp.listener.onReceipts({ companyId, connectionId }, [receipt]);
    await until(() => [...seen.values()].some(({ ack }) => ack === 4), 'a blue tick');
    const picture = [...seen.values()].find(({ mediaUrl }) => mediaUrl !== null);
    const blob = await fetch(picture?.mediaUrl ?? '', { headers: { Origin: ORIGIN } });
    expect([blob.status, blob.headers.get('Access-Control-Allow-Origin')]).toEqual([200, ORIGIN]);
  });

  test('reads the conversation in pages, oldest first, with numeric ticket ids', async () => {
    const path = `/messages/${live.aurora.ticketId}?pageNumber=1`;
    const { data } = await bia.call<{ messages: { ticketId: unknown; body: string }[]; hasMore: boolean }>(
      'GET',
      path,
    );
    expect(data.messages.at(-3)?.body).toBe('*Bia:*\nPois não?');
    expect(data.messages.every(({ ticketId }) => ticketId === live.aurora.ticketId)).toBe(true);
    expect(data.hasMore).toBe(false);
    await mariaWrites('e agora?');
    await until(() => open[0]?.lastMessage === 'e agora?', 'it is on top');
    await bia.call('GET', path);
    await until(() => open[0]?.unreadMessages === 0, 'nothing is unread');
  });

  test('9: closes and reopens a ticket', async () => {
    const { id: userId } = bia.user;
    const ended = { useIntegration: false, promptId: false, integrationId: false };
    expect((await put({ status: 'closed', userId, ...ended })).data.status).toBe('closed');
    await until(() => !shows(open), 'it has left');
    expect((await put({ status: 'open', userId, queueId: live.aurora.queueId })).data.status).toBe('open');
    await until(() => shows(open), 'it is back');
  });

  test('10: a new ticket for a contact served by a colleague names user and queue', async () => {
    const rui = visitor();
    await rui.login('rui@aurora.test');
    const body = {
      contactId: live.aurora.contactId,
      queueId: live.aurora.queueId,
      userId: rui.user.id,
      status: 'open',
    };
    const { status, data } = await rui.call<{ error: string }>('POST', '/tickets', body);
    expect(status).toBeGreaterThanOrEqual(400);
    const held = JSON.parse(data.error);
    expect(held).toMatchObject({ userId: bia.user.id, user: { name: 'Bia' }, queue: { name: 'Vendas' } });
    expect(held.uuid).toBe(live.aurora.uuid);
  });

  test('8: a transfer moves the ticket to the other queue’s list', async () => {
    const caio = visitor();
    await caio.login('caio@aurora.test');
    const his = await caio.list('pending');
    const { data } = await bia.call<{ users: { id: number; queues: object[] }[] }>(
      'GET',
      '/users/?searchParam=caio',
    );
    expect(data.users[0]).toMatchObject({ id: caio.user.id, queues: [expect.anything()] });
    const queueId = live.testApp.people.queueId.Suporte;
    expect((await put({ userId: null, queueId, status: 'pending' })).status).toBe(200);
    await until(() => !shows(open) && shows(his), 'it has changed hands');
    expect((await ticket()).status).toBe(404);
  });

  test('13: tag changes appear live in a second tab', async () => {
    const ana = visitor();
    await ana.login('ana@aurora.test');
    const received: { action: string; tags?: { name: string } }[] = [];
    const deleted: { tagId: number }[] = [];
    const tab = await ana.tab();
    tab.on('user', (event) => received.push(event));
    tab.on('tag', (event) => event.action === 'delete' && deleted.push(event));
    const { data: tag } = await ana.call<{ id: number }>('POST', '/tags', { name: 'Da outra aba' });
    await ana.call('PUT', `/tags/${tag.id}`, { name: 'Da outra', color: '#112233' });
    await ana.call('DELETE', `/tags/${tag.id}`);
    await until(() => deleted.length === 1, 'the tag is gone');
    // The reference's page fails on a deletion under this name.
    expect(received.map(({ action, tags }) => [action, tags?.name])).toEqual([
      ['create', 'Da outra aba'],
      ['update', 'Da outra'],
    ]);
    expect(deleted[0]?.tagId).toBe(tag.id);
  });

  test('14: a second sign-in ends the first with the reason', async () => {
    const tab = await bia.tab();
    const reported: { user: { id: number } }[] = [];
    tab.on(`company-${bia.user.companyId}-auth`, (event) => reported.push(event));
    await visitor().login('bia@aurora.test');
    await until(() => tab.disconnected, 'the first ends');
    expect(reported[0]?.user.id).toBe(bia.user.id);
    expect((await bia.call('GET', '/settings/')).status).toBe(401);
    expect(await bia.refresh()).toBe(401);
  });

  test('18: ids of another company return an error, never data', async () => {
    const davi = visitor();
    await davi.login('davi@boreal.test');
    const { aurora } = live;
    for (const path of [
      `/tickets/u/${aurora.uuid}`,
      `/contacts/${aurora.contactId + 500}`,
      `/companies/listPlan/${aurora.companyId}`,
      `/tickets/${aurora.ticketId + 500}`,
    ]) {
      const { status, data } = await davi.call('GET', path);
      expect({ path, isRefused: status >= 400 && status < 500 }).toEqual({ path, isRefused: true });
      expect(JSON.stringify(data)).not.toContain('da-aurora');
    }
  });
});
