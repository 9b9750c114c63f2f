import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactIdentities, sentChanges } from '@db/tenant/schema/index.ts';
import { addConnection } from '@test/support/inbound.ts';
import { SendError } from '@/whatsapp/port.ts';
import { type ConversationFixture, createConversationFixture } from '../conversation-fixture.test-support.ts';
import { forgetSentChanges } from '../send/sent-changes.service.ts';

const MARIA = '5511988887777@s.whatsapp.net';
let talk: ConversationFixture;
let testApp: ConversationFixture['testApp'];
let received: number;
let own: number;

beforeAll(async () => {
  talk = await createConversationFixture();
  ({ testApp } = talk);
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  ({ received, own } = await talk.begin());
});

const ask = (id: string, chat = [MARIA], connectionId = talk.connectionId) =>
  testApp.listener.findSent({ companyId: talk.system.companyId, connectionId }, chat, id);

async function lastSent() {
  await testApp.settle();
  const id = testApp.whatsapp.sent.at(-1)?.id ?? '';
  return { id, raw: Buffer.from(id).toString('base64') };
}
const edit = (body: string) => talk.call('bia', 'POST', `/messages/edit/${own}`, { body });
const react = (type: string, id = received) =>
  talk.call('bia', 'POST', `/messages/${id}/reactions`, { type });

describe('retry request of a phone that could not decrypt', () => {
  test('returns the message', async () => {
    const { wid, raw } = await talk.row(own);
    expect(raw).not.toBeNull();
    expect(await ask(wid)).toBe(raw);
  });

  test('returns an edit, a reaction and a deletion by their own ids', async () => {
    await edit('boa tarde');
    const edited = await lastSent();
    await react('👍');
    const reacted = await lastSent();
    await talk.call('bia', 'DELETE', `/messages/${own}`);
    const deleted = await lastSent();
    expect(new Set([edited.id, reacted.id, deleted.id]).size).toBe(3);
    for (const { id, raw } of [edited, reacted, deleted]) expect(await ask(id)).toBe(raw);
    expect(await ask((await talk.row(own)).wid)).toBeNull();
  });

  test('returns the newest edit or reaction for an older one', async () => {
    await edit('boa tarde');
    const first = await lastSent();
    await react('👍');
    const other = await lastSent();
    await edit('boa noite');
    const second = await lastSent();
    expect(await ask(first.id)).toBe(second.raw);
    expect(await ask(other.id)).toBe(other.raw);
  });
});

describe('unanswered retry request', () => {
  test('returns nothing for an edit while a newer one is being sent', async () => {
    await edit('boa tarde');
    const first = await lastSent();
    testApp.whatsapp.fail(new SendError('timeout', true));
    await edit('boa noite');
    await testApp.settle();
    expect(await ask(first.id)).toBeNull();
    testApp.clock.advance(60_000);
    testApp.kernel.outbox.wake(talk.system.companyId, 'send:');
    const second = await lastSent();
    expect(await ask(first.id)).toBe(second.raw);
  });

  test('returns nothing to another chat or connection', async () => {
    await edit('boa tarde');
    const { id } = await lastSent();
    const { wid } = await talk.row(own);
    const other = await addConnection(testApp, { name: 'Other' });
    for (const asked of [id, wid]) {
      expect(await ask(asked)).not.toBeNull();
      expect(await ask(asked, ['5511900000666@s.whatsapp.net', '666@lid'])).toBeNull();
      expect(await ask(asked, [])).toBeNull();
      expect(await ask(asked, [MARIA], other)).toBeNull();
    }
  });

  test('accepts both addresses of the same contact', async () => {
    const { wid, chatId } = await talk.row(own);
    expect(await ask(wid, ['777@lid'])).toBeNull();
    await talk.system.db.insert(contactIdentities).values({ jid: '777@lid', kind: 'lid', contactId: chatId });
    expect(await ask(wid, ['777@lid'])).not.toBeNull();
  });

  test('returns nothing for the customer’s own message', async () => {
    expect(await ask((await talk.row(received)).wid)).toBeNull();
  });

  test('returns nothing after a month', async () => {
    await edit('boa tarde');
    const { id } = await lastSent();
    testApp.clock.advance(29 * 86_400_000);
    await forgetSentChanges(talk.system);
    expect(await ask(id)).not.toBeNull();
    testApp.clock.advance(2 * 86_400_000);
    await forgetSentChanges(talk.system);
    expect(await ask(id)).toBeNull();
    expect(await talk.system.db.select().from(sentChanges)).toEqual([]);
  });
});
