import { tags, userQueues, users } from '@db/tenant/schema/index.ts';
import type { ResponderMemory } from '@db/tenant/schema/tickets.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Answer, FoundResponder, Reply } from '@/adapters/responders/responder.port.ts';
import { searchable } from '@/core/db/search.ts';
import { AppError, never } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { cutAt, storable } from '@/core/text.ts';
import { startBot } from '@/modules/chatbot/chatbot.service.ts';
import { responderKey } from '@/modules/chatbot/decide/responder.logic.ts';
import { setField } from '@/modules/contacts/set-field.service.ts';
import { extensionOf } from '@/modules/messages/media/file-extensions.logic.ts';
import { MAX_BODY } from '@/modules/messages/message-limits.schema.ts';
import { ReactionInput } from '@/modules/messages/messages.schema.ts';
import { storeTranscript } from '@/modules/messages/store-transcript.service.ts';
import { reactToMessage } from '@/modules/messages/write/react-to-message.service.ts';
import { storeAutomaticText } from '@/modules/messages/write/store-automatic-text.service.ts';
import { sendQueueKey, storeOwnMessage } from '@/modules/messages/write/store-own-message.service.ts';
import { contentsOf } from '@/modules/messages/write/text-and-file.logic.ts';
import { findQueue } from '@/modules/queues/queues.queries.ts';
import { recordTicketEvent } from '@/modules/tickets/history/record-ticket-event.service.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { saveResponder } from '@/modules/tickets/work/bot-state.service.ts';
import { addTicketTag } from '@/modules/tickets/work/ticket-tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { recordSuccess } from '../responder-health.service.ts';
import { deliverLater } from './deliver-to-hook.outbox.ts';
import { toPeople } from './hand-over-to-people.service.ts';
import { findHeld, type TurnWork } from './held-ticket.queries.ts';

/** Responders are as untrusted as customers: their requests are bounded, and limited to this ticket. */
const MAX_REPLIES = 30;
const MAX_PAUSE_MS = 10_000;
const MAX_STORED = 8_192;
const MAX_FILE_BYTES = 16 * 1024 * 1024;

type StoredFile = { key: string; size: number };
export type Files = (StoredFile | undefined)[];

/** Written before the transaction that references them; a cleanup job deletes unreferenced files. */
export async function storeFiles(scope: Scope, { replies }: Answer): Promise<Files> {
  const files: Files = [];
  for (const reply of replies.slice(0, MAX_REPLIES)) {
    const isFile = reply.type === 'file' && reply.bytes.length <= MAX_FILE_BYTES;
    files.push(
      isFile
        ? await scope.kernel.storage.save(scope.companyId, reply.bytes, extensionOf(reply.mime, reply.name))
        : undefined,
    );
  }
  return files;
}

export type Carrying = {
  payload: TurnWork;
  found: FoundResponder;
  answer: Answer;
  files: Files;
  memory: ResponderMemory;
  lastId: number;
};

/** All or nothing; nothing when a person has taken the ticket meanwhile. */
export async function carryAnswer(tx: Scope, carrying: Carrying): Promise<void> {
  const { payload, answer, files, memory, lastId } = carrying;
  await recordSuccess(tx, payload.machine);
  for (const transcript of answer.transcripts ?? []) await storeTranscript(tx, payload.ticketId, transcript);
  const ticket = await findHeld(tx, payload);
  if (!ticket)
    return removeMediaAfter(
      tx,
      files.flatMap((file) => file?.key ?? []),
    );
  const replies = answer.replies.slice(0, MAX_REPLIES);
  const answers =
    (memory.answers ?? 0) + replies.filter(({ type }) => type === 'text' || type === 'file').length;
  const saved = JSON.stringify(answer.memory ?? {}).length > MAX_STORED ? {} : answer.memory;
  await saveResponder(tx, ticket.id, {
    ...memory,
    by: responderKey(payload.machine),
    answers,
    answeredId: lastId,
    kept: saved,
  });
  if (answer.note) await note(tx, ticket, carrying, answer.note);
  let pausesLeft = MAX_PAUSE_MS;
  for (const [index, reply] of replies.entries()) {
    if (reply.type === 'pause') pausesLeft -= await pause(tx, ticket, Math.min(reply.ms, pausesLeft));
    else if (await done(tx, ticket, carrying, reply, index)) return;
  }
}

async function note(tx: Scope, ticket: TicketRow, { found }: Carrying, text: string): Promise<void> {
  const data = { cause: 'machine.note', name: found.name, note: cutAt(storable(text), 300) };
  await recordTicketEvent(tx, { ticketId: ticket.id, type: 'bot', data });
}

async function pause(tx: Scope, ticket: TicketRow, ms: number): Promise<number> {
  if (!(ms > 0) || ticket.connectionId === null) return 0;
  const queueKey = sendQueueKey(ticket.connectionId, ticket.contactId);
  await tx.kernel.outbox.add(tx, queueKey, 'machine.pause', { ticketId: ticket.id, ms });
  return ms;
}

async function done(
  tx: Scope,
  ticket: TicketRow,
  carrying: Carrying,
  reply: Reply,
  index: number,
): Promise<boolean> {
  try {
    return await perform(tx, ticket, carrying, reply, index);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    tx.log.warn(
      { err: error, ticketId: ticket.id, reply: reply.type },
      'an action of a responder is impossible',
    );
    return false;
  }
}

async function perform(
  tx: Scope,
  ticket: TicketRow,
  carrying: Carrying,
  reply: Reply,
  index: number,
): Promise<boolean> {
  const { payload, found, lastId, files } = carrying;
  const cause = `auto:machine:${responderKey(payload.machine)}:${lastId}:${index}`;
  switch (reply.type) {
    case 'text':
      await sendAsOwn(tx, ticket, reply.text, cause);
      return false;
    case 'file':
      await sendOwn(tx, ticket, reply, files[index], cause);
      return false;
    case 'reaction':
      await react(tx, lastId, reply.emoji);
      return false;
    case 'field':
      await setField(tx, ticket.contactId, reply);
      return false;
    case 'tag':
      await tag(tx, ticket, reply.name);
      return false;
    case 'transfer':
      await transfer(tx, payload, found, reply);
      return true;
    case 'close':
      await patchTicket(tx, { ticketId: ticket.id, status: 'closed', cause: 'byMachine' });
      return true;
    case 'leave':
      await toPeople(tx, payload, ticket.queueId ?? found.queueId);
      return true;
    case 'deliver':
      await deliverLater(tx, ticket.id, payload.machine, reply.messageId);
      return false;
    case 'pause':
      return false;
    default:
      return never(reply);
  }
}

async function sendAsOwn(tx: Scope, ticket: TicketRow, text: string, cause: string): Promise<void> {
  const body = cutAt(storable(text), MAX_BODY).trim();
  if (body !== '') await storeAutomaticText(tx, ticket, { body, cause });
}

async function sendOwn(
  tx: Scope,
  ticket: TicketRow,
  { mime, name, caption = '', isVoice = false, speechText }: Extract<Reply, { type: 'file' }>,
  file: StoredFile | undefined,
  cause: string,
): Promise<void> {
  if (!file) return;
  const media = { key: file.key, size: file.size, name: cutAt(storable(name), 200), mime, isVoice };
  const body = cutAt(storable(caption), 1_024).trim();
  for (const content of contentsOf({ clientId: cause, body, media })) {
    const messageId = await storeOwnMessage(tx, ticket, { origin: 'system', quotedMsg: null, ...content });
    if (content.media && speechText !== undefined)
      await storeTranscript(tx, ticket.id, { messageId, text: speechText });
  }
}

async function react(tx: Scope, messageId: number, emoji: string): Promise<void> {
  const input = ReactionInput.safeParse({ type: emoji });
  if (input.success) await reactToMessage(tx, { ...input.data, messageId });
}

async function tag(tx: Scope, { id: ticketId }: TicketRow, name: string): Promise<void> {
  const known = await tx.db.query.tags.findFirst({ where: eq(tags.searchName, searchable(name)) });
  if (known) await addTicketTag(tx, { ticketId, tagId: known.id });
}

async function transfer(
  tx: Scope,
  work: TurnWork,
  found: FoundResponder,
  { queueId, userId = null }: Extract<Reply, { type: 'transfer' }>,
): Promise<void> {
  const wanted = queueId === null ? undefined : await findQueue(tx, queueId);
  const target = wanted?.id ?? found.queueId;
  await toPeople(tx, work, target);
  const { ticketId } = work;
  if (target !== null && userId !== null && (await serves(tx, userId, target)))
    return void (await patchTicket(tx, { ticketId, status: 'open', userId, queueId: target }));
  if (wanted) await startBot(tx, { ticketId });
}

async function serves(tx: Scope, userId: number, queueId: number): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: users.id })
    .from(userQueues)
    .innerJoin(users, eq(users.id, userQueues.userId))
    .where(and(eq(users.id, userId), eq(userQueues.queueId, queueId), isNull(users.disabledAt)));
  return row !== undefined;
}
