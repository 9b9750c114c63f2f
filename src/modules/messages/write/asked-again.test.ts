import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contactIdentities, sentChanges } from '@db/tenant/schema/index.ts';
import { addConnection } from '@test/support/inbound.ts';
import { SendError } from '@/whatsapp/port.ts';
import { forgetSentChanges } from '../send/sent-changes.ts';
import { createTalkDesk, type TalkDesk } from '../talk-desk.test-support.ts';

const MARIA = '5511988887777@s.whatsapp.net';
let talk: TalkDesk;
let desk: TalkDesk['desk'];
let received: number;
let own: number;

beforeAll(async () => {
  talk = await createTalkDesk();
  ({ desk } = talk);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ({ received, own } = await talk.begin());
});

const ask = (id: string, chat = [MARIA], connectionId = talk.connectionId) =>
  desk.listener.findSent({ companyId: talk.system.companyId, connectionId }, chat, id);

async function lastSent() {
  await desk.settle();
  const id = desk.whatsapp.sent.at(-1)?.id ?? '';
  return { id, raw: Buffer.from(id).toString('base64') };
}
const edit = (body: string) => talk.call('bia', 'POST', `/messages/edit/${own}`, { body });
const react = (type: string, id = received) =>
  talk.call('bia', 'POST', `/messages/${id}/reactions`, { type });

describe('a phone that could not read it asks again for', () => {
  test('a message', async () => {
    const { wid, raw } = await talk.row(own);
    expect(raw).not.toBeNull();
    expect(await ask(wid)).toBe(raw);
  });

  test('an edit, a reaction and a deletion, each by the id it went out under', async () => {
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

  test('an older edit or reaction, and gets the newest: it must not come after it', async () => {
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

describe('nothing gets', () => {
  test('who asks for an edit while a newer one is on its way, which would come before it', async () => {
    await edit('boa tarde');
    const first = await lastSent();
    desk.whatsapp.fail(new SendError('timeout', true));
    await edit('boa noite');
    await desk.settle();
    expect(await ask(first.id)).toBeNull();
    desk.clock.advance(60_000);
    desk.kernel.outbox.wake(talk.system.companyId, 'send:');
    const second = await lastSent();
    expect(await ask(first.id)).toBe(second.raw);
  });

  test('who asks from another chat or through another connection, whatever id they know', async () => {
    await edit('boa tarde');
    const { id } = await lastSent();
    const { wid } = await talk.row(own);
    const other = await addConnection(desk, { name: 'Other' });
    for (const asked of [id, wid]) {
      expect(await ask(asked)).not.toBeNull();
      expect(await ask(asked, ['5511900000666@s.whatsapp.net', '666@lid'])).toBeNull();
      expect(await ask(asked, [])).toBeNull();
      expect(await ask(asked, [MARIA], other)).toBeNull();
    }
  });

  test('but both addresses of the same person are one chat', async () => {
    const { wid, chatId } = await talk.row(own);
    expect(await ask(wid, ['777@lid'])).toBeNull();
    await talk.system.db.insert(contactIdentities).values({ jid: '777@lid', kind: 'lid', contactId: chatId });
    expect(await ask(wid, ['777@lid'])).not.toBeNull();
  });

  test('who asks for the customer’s own message', async () => {
    expect(await ask((await talk.row(received)).wid)).toBeNull();
  });

  test('who asks after a month', async () => {
    await edit('boa tarde');
    const { id } = await lastSent();
    desk.clock.advance(29 * 86_400_000);
    await forgetSentChanges(talk.system);
    expect(await ask(id)).not.toBeNull();
    desk.clock.advance(2 * 86_400_000);
    await forgetSentChanges(talk.system);
    expect(await ask(id)).toBeNull();
    expect(await talk.system.db.select().from(sentChanges)).toEqual([]);
  });
});
