import { afterAll, beforeAll, expect, test } from 'bun:test';
import { contactIdentities } from '@db/tenant/schema/index.ts';
import { type ConversationFixture, createConversationFixture } from '../conversation-fixture.test-support.ts';

let talk: ConversationFixture;
beforeAll(async () => {
  talk = await createConversationFixture();
});
afterAll(() => talk.testApp.stop());

test('receipts apply only when sent from an address of the message’s chat', async () => {
  const { own } = await talk.begin();
  const { wid, chatId } = await talk.row(own);
  const lid = '77@lid';
  await talk.system.db.insert(contactIdentities).values({ jid: lid, kind: 'lid', contactId: chatId });
  const target = { companyId: talk.system.companyId, connectionId: talk.connectionId };
  const notify = (ack: number, ...chat: string[]) =>
    talk.testApp.listener.onReceipts(target, [{ id: wid, chat, ack, ...(ack === 0 && { error: '479' }) }]);
  const ack = async () => (await talk.row(own)).ack;
  const stranger = ['5511900000666@s.whatsapp.net', '666@lid'];

  expect(await notify(5, ...stranger)).toHaveLength(1);
  await notify(0, ...stranger);
  expect(await talk.row(own)).toMatchObject({ ack: 2, error: null });
  expect(await notify(3, lid)).toEqual([]);
  expect(await ack()).toBe(3);
  await notify(4, '551188887777@s.whatsapp.net', '78@lid');
  expect(await ack()).toBe(4);
});
