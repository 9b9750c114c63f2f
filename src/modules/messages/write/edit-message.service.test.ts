import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { SendError } from '@/whatsapp/port.ts';
import { type ConversationFixture, createConversationFixture } from '../conversation-fixture.test-support.ts';
import type { MessageView } from '../messages.views.ts';

let talk: ConversationFixture;
let testApp: ConversationFixture['testApp'];
let system: ConversationFixture['system'];
let connectionId: number;
let ticketId: number;
let received: number;
let own: number;

const refused = () => new SendError('refused', false);
const late = () => new SendError('timeout', true);

beforeAll(async () => {
  talk = await createConversationFixture();
  ({ testApp, system, connectionId } = talk);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  ({ ticketId, received, own } = await talk.begin());
});

const call = (...how: Parameters<ConversationFixture['call']>) => talk.call(...how);
const row = (id: number) => talk.row(id);
const sent = () => talk.sent();
const edit = (who: PersonName | undefined, body: unknown, id = own) =>
  call(who, 'POST', `/messages/edit/${id}`, body);
const lastMessage = async () =>
  (await system.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) }))?.lastMessage;

async function refusalsFor(name: PersonName) {
  const incoming = await testApp.listenAs(name);
  return () => incoming.filter(({ channel }) => channel === 'messageRefused').map(({ data }) => data);
}

async function untilGivenUp(): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await testApp.settle();
    testApp.clock.advance(61_000);
    testApp.kernel.outbox.wake(system.companyId, 'send:');
  }
  await testApp.settle();
}

describe('editing a message', () => {
  test('is shown immediately and sent to the customer', async () => {
    const incoming = await testApp.listenAs('rui');
    const reply = await edit('bia', { body: 'boa tarde', fromMe: true, read: 1, quotedMsg: null });
    expect(reply).toMatchObject({ status: 200, body: { body: 'boa tarde', isEdited: true } });
    expect(await lastMessage()).toBe('boa tarde');
    await testApp.settle();
    const { wid } = await row(own);
    expect(testApp.whatsapp.sent).toMatchObject([
      { content: { type: 'edit', targetId: wid, text: 'boa tarde' }, jid: '5511988887777@s.whatsapp.net' },
    ]);
    expect(testApp.whatsapp.sent[0]?.id).not.toBe(wid);
    expect(incoming.map(({ channel }) => channel)).toContain('appMessage');
  });

  test('with empty or equal text changes nothing', async () => {
    for (const body of ['', ' \n ', 'bom dia']) {
      expect(await edit('bia', { body })).toMatchObject({
        status: 200,
        body: { body: 'bom dia', isEdited: false },
      });
    }
    await testApp.settle();
    expect(sent()).toEqual([]);
  });

  test('fills in variables', async () => {
    const { body } = await edit('bia', { body: '{{ms}} {{nada}}' });
    expect(body.body).toBe('Boa tarde {{nada}}');
  });

  test('changes a caption, but adds none to a file without one', async () => {
    const send = async (body: string) => {
      const form = new FormData();
      form.append('medias', new File(['x'], 'a.txt', { type: 'text/plain' }));
      form.append('body', body);
      const browser = await testApp.as('bia');
      const { body: reply } = await browser.upload<{ messages: MessageView[] }>(
        `/messages/${ticketId}`,
        form,
      );
      await testApp.settle();
      return Number(reply.messages[0]?.id);
    };
    const [captioned, bare] = [await send('antes'), await send('a.txt')];
    expect((await edit('bia', { body: 'depois' }, captioned)).body).toMatchObject({ body: 'depois' });
    expect((await edit('bia', { body: 'depois' }, bare)).body.error).toBe('ERR_EDITING_WAPP_MSG');
    await testApp.settle();
    const { raw, wid } = await row(captioned);
    expect(sent().at(-1)).toEqual({ type: 'edit', targetId: wid, text: 'depois', captionOf: raw ?? '' });
  });

  test('is refused after fifteen minutes', async () => {
    testApp.clock.advance(15 * 60_000);
    expect((await edit('bia', { body: 'ainda' })).status).toBe(200);
    testApp.clock.advance(1);
    expect(await edit('bia', { body: 'tarde' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_EDIT_TOO_LATE' },
    });
    expect((await row(own)).body).toBe('ainda');
  });

  const refusals: [string, PersonName | undefined, () => number, number, string][] = [
    ['a customer’s words', 'bia', () => received, 403, 'ERR_NO_PERMISSION'],
    ['a customer’s words, by an administrator', 'ana', () => received, 403, 'ERR_NO_PERMISSION'],
    ['a ticket of another queue', 'caio', () => own, 404, 'ERR_NO_MESSAGE_FOUND'],
    ['another company', 'davi', () => own, 404, 'ERR_NO_MESSAGE_FOUND'],
    ['a stranger', undefined, () => own, 401, 'ERR_SESSION_EXPIRED'],
    ['what is not there', 'ana', () => 987_654, 404, 'ERR_NO_MESSAGE_FOUND'],
  ];
  for (const [name, who, id, status, error] of refusals) {
    test(`and deleting it are refused for ${name}`, async () => {
      expect(await edit(who, { body: 'trocado' }, id())).toMatchObject({ status, body: { error } });
      expect(await call(who, 'DELETE', `/messages/${id()}`)).toMatchObject({ status, body: { error } });
      await testApp.settle();
      expect(sent()).toEqual([]);
      expect(await row(own)).toMatchObject({ body: 'bom dia', isDeleted: false });
    });
  }

  for (const body of [null, {}, { body: 7 }, { body: 'x'.repeat(65_537) }]) {
    test(`returns 400 for a bad body: ${JSON.stringify(body)?.slice(0, 20)}`, async () => {
      expect((await edit('bia', body)).status).toBe(400);
    });
  }

  test('is refused for a deleted message', async () => {
    await call('bia', 'DELETE', `/messages/${own}`);
    expect(await edit('bia', { body: 'de novo' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_EDITING_WAPP_MSG' },
    });
  });

  test('refused by WhatsApp restores the text and notifies the author', async () => {
    const toBia = await refusalsFor('bia');
    const toAna = await refusalsFor('ana');
    testApp.whatsapp.fail(refused());
    await edit('bia', { body: 'boa tarde' });
    await testApp.settle();
    expect(await row(own)).toMatchObject({ body: 'bom dia', isEdited: false, error: null });
    expect(await lastMessage()).toBe('bom dia');
    expect(toBia()).toEqual([
      {
        action: 'edit',
        messageId: String(own),
        ticketId,
        wanted: 'boa tarde',
        error: 'ERR_EDITING_WAPP_MSG',
      },
    ]);
    expect(toAna()).toEqual([]);
  });

  test('refused by WhatsApp is published with the reason to the author only', async () => {
    const [incoming, others] = [await testApp.listenAs('bia'), await testApp.listenAs('ana')];
    testApp.whatsapp.fail(refused());
    await edit('bia', { body: 'boa tarde' });
    await testApp.settle();
    const ofContract = (all: typeof incoming) =>
      all.filter(({ channel, contractOnly }) => channel === 'appMessage' && contractOnly);
    expect(ofContract(incoming).map(({ data }) => data)).toMatchObject([
      { action: 'update', message: { id: String(own), body: 'bom dia', error: 'ERR_EDITING_WAPP_MSG' } },
    ]);
    expect(ofContract(others)).toEqual([]);
  });

  test('is retried under one id after a temporary failure', async () => {
    testApp.whatsapp.fail(late());
    await edit('bia', { body: 'boa tarde' });
    await untilGivenUp();
    expect(sent()).toMatchObject([{ type: 'edit', text: 'boa tarde' }]);
    expect((await row(own)).body).toBe('boa tarde');
  });

  test('restores the sent text when two edits are refused', async () => {
    testApp.whatsapp.fail(refused(), refused());
    await edit('bia', { body: 'um' });
    await edit('bia', { body: 'dois' });
    await testApp.settle();
    expect(await row(own)).toMatchObject({ body: 'bom dia', isEdited: false });
  });

  test('keeps the second text when only the first edit is refused', async () => {
    testApp.whatsapp.fail(refused(), null);
    await edit('bia', { body: 'um' });
    await edit('bia', { body: 'dois' });
    await testApp.settle();
    expect(await row(own)).toMatchObject({ body: 'dois', isEdited: true });
  });

  test('waiting too long for the connection restores the text', async () => {
    const toBia = await refusalsFor('bia');
    const target = { companyId: system.companyId, connectionId };
    testApp.whatsapp.become(target, { status: 'OPENING' });
    await edit('bia', { body: 'boa tarde' });
    await testApp.settle();
    testApp.clock.advance(17 * 60_000);
    testApp.whatsapp.become(target);
    testApp.kernel.outbox.wake(system.companyId, 'send:');
    await testApp.settle();
    expect((await row(own)).body).toBe('bom dia');
    expect(toBia()).toMatchObject([{ error: 'ERR_EDIT_TOO_LATE' }]);
  });

  test('is sent with the retry of a failed message', async () => {
    testApp.whatsapp.fail(refused());
    const { body } = await call('bia', 'POST', `/messages/${ticketId}`, { body: 'errado' });
    await testApp.settle();
    await edit('bia', { body: 'certo' }, Number(body.id));
    await testApp.settle();
    expect(sent()).toEqual([]);
    await call('bia', 'POST', `/messages/${body.id}/retry`);
    await testApp.settle();
    expect(sent()).toEqual([{ type: 'text', text: 'certo' }]);
  });
});
