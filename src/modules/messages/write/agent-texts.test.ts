import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO, media } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { until } from '@test/support/until.ts';
import { asc, eq, ne } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { createQuickMessage } from '@/modules/quick-messages/quick-messages.service.ts';
import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import type { InboundContent } from '@/whatsapp/port.ts';
import type { MessageView } from '../messages.views.ts';

let testApp: TestApp;
let system: Scope;
let connectionId: number;
let ticketId: number;
let joao: number;

beforeAll(async () => {
  testApp = await createTestApp();
  system = await testApp.systemScope();
  connectionId = await addConnection(testApp);
});
afterAll(() => testApp.stop());

const arrive = (...list: Parameters<typeof inbound>[0][]) =>
  testApp.listener.onMessages({ companyId: system.companyId, connectionId }, list.map(inbound));

beforeEach(async () => {
  await testApp.settle();
  await system.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(outbox);
  });
  await arrive(
    { id: 'M', text: 'oi', pushName: 'Maria  da Silva' },
    { from: JOAO, id: 'J', pushName: 'João' },
  );
  await system.write(async (tx) => {
    const { bia } = testApp.people.userId;
    await tx.db.update(tickets).set({ status: 'open', userId: bia, queueId: testApp.people.queueId.Vendas });
  });
  const rows = await system.db.select().from(tickets).orderBy(asc(tickets.id));
  ticketId = rows[0]?.id ?? 0;
  joao = rows[1]?.contactId ?? 0;
  await testApp.settle();
  testApp.whatsapp.sent.length = 0;
});

type Forwarded = { message: MessageView; ticket: TicketDetail; error: string };
const call = async <T>(who: PersonName | undefined, path: string, body: unknown) =>
  (await testApp.as(who)).json<T & { error: string }>('POST', path, body);
const reply = (body: object) => call<MessageView>('bia', `/messages/${ticketId}`, body);
const forward = (messageId: number, contactId = joao, who: PersonName = 'bia') =>
  call<Forwarded>(who, '/message/forward', { messageId, contactId });
const sent = () => testApp.whatsapp.sent.map(({ content }) => content);
const own = () =>
  system.db.select().from(messages).where(eq(messages.fromMe, true)).orderBy(asc(messages.id));
const messageOf = async (wid: string) =>
  (await system.db.query.messages.findFirst({ where: eq(messages.wid, wid) }))?.id ?? 0;

describe('variables', () => {
  test('are filled in before sending, unknown ones are unchanged', async () => {
    const body =
      '{{ms}} {{gretting}} {{greeting}} *{{firstName}}* {{name}} {{hora}} {{hour}} {{date}} {{data}} {{outra}} {{x';
    const { body: view } = await reply({ body });
    const words =
      'Boa tarde Boa tarde Boa tarde *Maria* Maria  da Silva 12:00:00 12:00:00 10/03/2026 10/03/2026 {{outra}} {{x';
    expect(view.body).toBe(words);
    await testApp.settle();
    expect(sent()).toEqual([{ type: 'text', text: words }]);
  });

  test('include the attendance’s protocol', async () => {
    const { body } = await (await testApp.as('bia')).json<TicketDetail>('GET', `/tickets/${ticketId}`);
    expect(body.protocol).toMatch(/^20260310-\d+$/);
    expect((await reply({ body: '{{protocol}}' })).body.body).toBe(body.protocol);
  });

  test('also work in captions', async () => {
    const form = new FormData();
    form.append('medias', new File(['x'], 'a.txt', { type: 'text/plain' }));
    form.append('body', 'para {{firstName}}');
    const { body } = await (await testApp.as('bia')).upload<{ messages: MessageView[] }>(
      `/messages/${ticketId}`,
      form,
    );
    expect(body.messages[0]?.body).toBe('para Maria');
  });

  test('are filled in quick messages, and missing values are listed', async () => {
    const bia = await testApp.scopeOf('bia');
    await createQuickMessage(bia, { shortcode: 'oi', message: '{{ms}}, {{firstName}}! Pedido {{pedido}}' });
    const list = async (who: PersonName) =>
      (await testApp.as(who)).json<{ message: string; unfilled: string[] }[]>(
        'GET',
        `/tickets/${ticketId}/quick-messages`,
      );
    expect((await list('bia')).body).toMatchObject([
      { message: 'Boa tarde, Maria! Pedido {{pedido}}', unfilled: ['pedido'] },
    ]);
    for (const stranger of ['caio', 'davi'] as const) expect((await list(stranger)).status).toBe(404);

    await system.write(async (tx) => {
      await tx.db.update(contacts).set({ name: '5511999990000' });
    });
    expect((await list('bia')).body).toMatchObject([
      { message: 'Boa tarde, {{firstName}}! Pedido {{pedido}}', unfilled: ['firstName', 'pedido'] },
    ]);
    expect((await reply({ body: 'Olá {{firstName}}!' })).body.body).toBe('Olá!');
  });

  test('in a customer’s text are not filled in when forwarded', async () => {
    await arrive({ id: 'V', text: 'meu {{name}} {{protocol}}' });
    expect((await forward(await messageOf('V'))).body.message.body).toBe('meu {{name}} {{protocol}}');
  });
});

describe('sending a quick message', () => {
  const withFile = async () => {
    const bia = await testApp.scopeOf('bia');
    const { key } = await testApp.kernel.storage.save(bia.companyId, new Blob(['tabela']), 'txt');
    const file = { key, name: 'tabela.txt', mime: 'text/plain' };
    return (await createQuickMessage(bia, { shortcode: 'tabela', message: 'veja', media: file })).id;
  };

  test('sends a copy of its file first', async () => {
    const quickMessageId = await withFile();
    const { body } = await reply({ body: 'veja, {{firstName}}', quickMessageId });
    expect(body.body).toBe('veja, Maria');
    await testApp.settle();
    expect(sent()).toMatchObject([
      { type: 'document', fileName: 'tabela.txt', caption: '' },
      { type: 'text', text: 'veja, Maria' },
    ]);
    const [first] = await own();
    const source = await system.db.query.quickMessages.findFirst();
    expect(first?.mediaPath).not.toBe(source?.mediaPath ?? null);
  });

  test('sends only a file without text, and once when posted twice', async () => {
    const quickMessageId = await withFile();
    const request = { body: '', quickMessageId, clientId: 'client-id-1' };
    const first = await reply(request);
    const second = await reply(request);
    expect(second.body.id).toBe(first.body.id);
    expect(await own()).toHaveLength(1);
  });

  test('is refused without file and text', async () => {
    const bia = await testApp.scopeOf('bia');
    const { id } = await createQuickMessage(bia, { shortcode: 'vazio', message: '' });
    expect(await reply({ body: ' ', quickMessageId: id })).toMatchObject({
      status: 400,
      body: { error: 'ERR_EMPTY_MESSAGE' },
    });
    expect((await reply({ body: ' ' })).status).toBe(400);
  });

  test('returns 404 for another user’s or company’s quick message', async () => {
    const caio = await testApp.scopeOf('caio');
    const { id } = await createQuickMessage(caio, { shortcode: 'dele', message: 'x' });
    expect(await reply({ body: 'x', quickMessageId: id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUICKMESSAGE_FOUND' },
    });
    expect(await own()).toEqual([]);
  });
});

describe('forwarding', () => {
  test('sends a marked text to the contact’s open ticket', async () => {
    const { status, body } = await forward(await messageOf('M'));
    expect(status).toBe(200);
    expect(body.message).toMatchObject({
      body: 'oi',
      isForwarded: true,
      fromMe: true,
      user: { name: 'Bia' },
    });
    expect(body.ticket).toMatchObject({ contactId: joao, status: 'open' });
    await testApp.settle();
    expect(testApp.whatsapp.sent).toMatchObject([
      { content: { type: 'text', text: 'oi' }, isForwarded: true, jid: JOAO.pn },
    ]);
  });

  test('sends a picture with caption as a copy of the file', async () => {
    const content = { ...media(), caption: 'foto' } as InboundContent;
    await arrive({ id: 'I', content });
    await testApp.settle();
    const id = await messageOf('I');
    expect((await forward(id)).status).toBe(200);
    await testApp.settle();
    expect(sent()).toMatchObject([{ type: 'image', caption: 'foto', mime: 'image/jpeg' }]);
    const [copy] = await own();
    const path = testApp.kernel.storage.pathOf(system.companyId, copy?.mediaPath ?? '');
    expect(existsSync(path)).toBe(true);
    const source = await system.db.query.messages.findFirst({ where: eq(messages.id, id) });
    expect(copy?.mediaPath).not.toBe(source?.mediaPath ?? null);
  });

  test('sends once when the answer to the first call was lost, and leaves no second file', async () => {
    await arrive({ id: 'L', content: { ...media(), caption: 'foto' } as InboundContent });
    await testApp.settle();
    const body = { messageId: await messageOf('L'), contactId: joao, clientId: 'forward-0001' };
    const first = await call<Forwarded>('bia', '/message/forward', body);
    await testApp.settle();
    const files = () =>
      readdirSync(join(testApp.kernel.config.dataDir, 'companies', String(system.companyId), 'media'), {
        recursive: true,
      });
    const before = files().length;
    const second = await call<Forwarded>('bia', '/message/forward', body);
    await testApp.settle();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.message.id).toBe(first.body.message.id);
    expect(sent()).toHaveLength(1);
    await until('only the first file', () => files().length === before);
  });

  test('sends locations and contact cards', async () => {
    const position = {
      latitude: -23.5,
      longitude: -46.6,
      name: 'Praça da Sé',
      address: '',
      thumbnail: null,
      live: false,
    };
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Zé\nTEL:+55 11 91111-1111\nEND:VCARD';
    await arrive(
      { id: 'L', content: { type: 'location', ...position } },
      { id: 'K', content: { type: 'contacts', cards: [{ name: 'Zé', vcard }] } },
    );
    await forward(await messageOf('L'));
    const { body } = await forward(await messageOf('K'));
    expect(body.ticket.lastMessage).toBe('Zé');
    await testApp.settle();
    expect(sent()).toEqual([
      { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça da Sé', address: '' },
      { type: 'contacts', cards: [{ name: 'Zé', vcard }] },
    ]);
  });

  test('opens a ticket for the agent when none is open', async () => {
    const closed = { status: 'closed', userId: null } as const;
    await system.write((tx) => tx.db.update(tickets).set(closed).where(ne(tickets.id, ticketId)));
    const { body } = await forward(await messageOf('M'));
    expect(body.ticket).toMatchObject({ status: 'open', userId: testApp.people.userId.bia, contactId: joao });
  });

  test('is refused when another agent has the contact’s ticket', async () => {
    const others = { userId: testApp.people.userId.caio, queueId: testApp.people.queueId.Suporte };
    await system.write((tx) => tx.db.update(tickets).set(others).where(ne(tickets.id, ticketId)));
    expect(await forward(await messageOf('M'))).toMatchObject({
      status: 409,
      body: { error: 'ERR_OTHER_OPEN_TICKET' },
    });
    expect(await own()).toEqual([]);
  });

  test('is refused for missing, deleted, undownloaded or unsupported messages', async () => {
    testApp.whatsapp.media = null;
    await arrive({ id: 'I', content: media() }, { id: 'C', content: { type: 'call', video: false } });
    await testApp.settle();
    testApp.whatsapp.media = new Uint8Array([1, 2, 3]);
    expect((await forward(await messageOf('I'))).body.error).toBe('ERR_FETCH_WAPP_MSG');
    expect((await forward(await messageOf('C'))).body.error).toBe('ERR_UNSUPPORTED_MEDIA');
    expect((await forward(987_654)).body.error).toBe('ERR_NO_MESSAGE_FOUND');
    expect((await forward(await messageOf('M'), 987_654)).body.error).toBe('ERR_NO_CONTACT_FOUND');
    expect((await forward(await messageOf('M'), joao, 'caio')).body.error).toBe('ERR_NO_MESSAGE_FOUND');
    expect((await forward(await messageOf('M'), joao, 'davi')).status).toBe(404);
    expect(await own()).toEqual([]);
  });
});
