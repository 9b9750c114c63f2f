import { afterAll, beforeAll, expect, test } from 'bun:test';
import { contactIdentities } from '@db/tenant/schema/index.ts';
import { createTalkDesk, type TalkDesk } from '../talk-desk.test-support.ts';

let talk: TalkDesk;
beforeAll(async () => {
  talk = await createTalkDesk();
});
afterAll(() => talk.desk.stop());

test('receipts count from the chat of their message, by each of its addresses, and from no other', async () => {
  const { own } = await talk.begin();
  const { wid, chatId } = await talk.row(own);
  const lid = '77@lid';
  await talk.system.db.insert(contactIdentities).values({ jid: lid, kind: 'lid', contactId: chatId });
  const target = { companyId: talk.system.companyId, connectionId: talk.connectionId };
  const tell = (ack: number, ...chat: string[]) =>
    talk.desk.listener.onReceipts(target, [{ id: wid, chat, ack, ...(ack === 0 && { error: '479' }) }]);
  const ack = async () => (await talk.row(own)).ack;
  const stranger = ['5511900000666@s.whatsapp.net', '666@lid'];

  expect(await tell(5, ...stranger)).toHaveLength(1);
  await tell(0, ...stranger);
  expect(await talk.row(own)).toMatchObject({ ack: 2, error: null });
  expect(await tell(3, lid)).toEqual([]);
  expect(await ack()).toBe(3);
  await tell(4, '551188887777@s.whatsapp.net', '78@lid');
  expect(await ack()).toBe(4);
});
