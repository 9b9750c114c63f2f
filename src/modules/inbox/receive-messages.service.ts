import { yieldToLoop } from '@/core/clock.ts';
import { isDatabaseTrouble } from '@/core/db/driver/database-errors.ts';
import { addParked } from '@/core/queue/outbox-parked.ts';
import type { Scope } from '@/core/scope.ts';
import { forgetJournal } from '@/modules/connections/session-store.service.ts';
import { type ContactRow, resolveContact } from '@/modules/contacts/identities/identities.service.ts';
import { applyDelete, applyEdit, applyReaction } from '@/modules/messages/receive/change-message.service.ts';
import { dropStub, storeMessage } from '@/modules/messages/receive/store-message.service.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import { type LongTexts, writeLongTexts } from './long-texts.service.ts';

const MESSAGES_PER_BATCH = 3;

/** In order, without duplicates. Rejects only when the database fails: WhatsApp then delivers the batch again. */
export async function receiveMessages(
  scope: Scope,
  connectionId: number,
  batch: InboundMessage[],
  journal: string[] = [],
): Promise<void> {
  const texts = await writeLongTexts(scope, batch);
  try {
    await storeBatch(scope, { connectionId, batch, texts, journal });
  } finally {
    await texts.removeRemainder();
  }
  await yieldToLoop();
}

type Batch = { connectionId: number; batch: InboundMessage[]; texts: LongTexts; journal: string[] };

async function storeBatch(scope: Scope, { connectionId, batch, texts, journal }: Batch): Promise<void> {
  try {
    await scope.write(async (tx) => {
      for (const [index, message] of batch.entries()) {
        // The driver is synchronous: without a pause, page requests would wait for the whole batch.
        if (index % MESSAGES_PER_BATCH === MESSAGES_PER_BATCH - 1) await yieldToLoop();
        await receiveMessage(tx, connectionId, message, texts);
      }
      await forgetJournal(tx, connectionId, journal);
    });
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    for (const message of batch) await receiveAlone(scope, connectionId, message, texts);
    await scope.write((tx) => forgetJournal(tx, connectionId, journal));
  }
}

async function receiveAlone(
  scope: Scope,
  connectionId: number,
  message: InboundMessage,
  texts: LongTexts,
): Promise<void> {
  const store = (stored: InboundMessage) =>
    scope.write((tx) => receiveMessage(tx, connectionId, stored, texts));
  const placeholder = { type: 'unknown', kind: message.content.type } as const;
  try {
    await store(message);
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    scope.log.error({ err: error, connectionId, wid: message.id }, 'a message could not be stored as it is');
    await store({ ...message, content: placeholder, quoted: null }).catch((cause) =>
      parkMessage(scope, connectionId, message, cause),
    );
  }
}

async function parkMessage(
  scope: Scope,
  connectionId: number,
  message: InboundMessage,
  cause: unknown,
): Promise<void> {
  if (isDatabaseTrouble(cause)) throw cause;
  const refused = { queueKey: `inbox:${connectionId}`, kind: 'inbox.refused', payload: { message } };
  await scope.write((tx) => addParked(tx, { ...refused, error: 'ERR_CREATING_MESSAGE' }));
}

async function receiveMessage(
  tx: Scope,
  connectionId: number,
  message: InboundMessage,
  texts: LongTexts,
): Promise<void> {
  if (message.chat.isGroup && (await ignoresGroups(tx))) return;
  const chat = await resolveChat(tx, connectionId, message);
  if (chat.isBlocked && !message.chat.isGroup && !message.fromMe) return;
  const author = await resolveAuthor(tx, connectionId, message, chat);
  const { content } = message;
  const takeFile = (within: Scope) => texts.take(within, message);
  const arrival = { connectionId, chat, author, message, content, takeFile };
  switch (content.type) {
    case 'reaction':
      await dropStub(tx, arrival);
      return applyReaction(tx, { ...arrival, content });
    case 'edit':
      await dropStub(tx, arrival);
      return applyEdit(tx, { ...arrival, content });
    case 'delete':
      await dropStub(tx, arrival);
      return applyDelete(tx, { ...arrival, content });
    case 'album':
      return dropStub(tx, arrival);
    default:
      return storeMessage(tx, { ...arrival, content });
  }
}

async function ignoresGroups(tx: Scope): Promise<boolean> {
  return (await getSetting(tx, 'CheckMsgIsGroup')) === 'enabled';
}

function resolveChat(
  tx: Scope,
  connectionId: number,
  { chat, fromMe, pushName }: InboundMessage,
): Promise<ContactRow> {
  const name = chat.isGroup || fromMe ? '' : (pushName ?? '');
  return resolveContact(tx, {
    jid: chat.jid,
    identity: chat.identity,
    isGroup: chat.isGroup,
    name,
    connectionId,
  });
}

async function resolveAuthor(
  tx: Scope,
  connectionId: number,
  message: InboundMessage,
  chat: ContactRow,
): Promise<ContactRow | null> {
  if (message.fromMe) return null;
  if (!message.chat.isGroup) return chat;
  const identity = message.author;
  const jid = identity?.pn ?? identity?.lid;
  if (!identity || !jid) return chat;
  return resolveContact(tx, { jid, identity, isGroup: false, name: message.pushName ?? '', connectionId });
}
