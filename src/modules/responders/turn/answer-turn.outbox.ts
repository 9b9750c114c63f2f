import { contacts } from '@db/tenant/schema/index.ts';
import type { ResponderMemory } from '@db/tenant/schema/tickets.ts';
import { eq } from 'drizzle-orm';
import {
  type Answer,
  type FoundResponder,
  ResponderFailed,
  type Turn,
} from '@/adapters/responders/responder.port.ts';
import { type OutboxHandler, type Settle, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { lastLines } from '@/modules/messages/conversation-lines.queries.ts';
import type { MessageRow } from '@/modules/messages/messages.queries.ts';
import { firstNameOf, nameToFillIn } from '@/modules/messages/write/variables.schema.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { asksForPerson } from '../asks-for-person.logic.ts';
import { mayAsk, recordFailure } from '../responder-health.service.ts';
import { carryAnswer, storeFiles } from './apply-answer.service.ts';
import { leaveToPeople } from './hand-over-to-people.service.ts';
import { findHeld, memoryOf, type TurnWork } from './held-ticket.queries.ts';
import { lastMessages, listMessages, toCustomerMessage } from './turn-messages.queries.ts';

/** Over all attempts of the responder itself. */
const DEADLINE_MS = 20_000;
const MAX_ANSWERS = 100;
const MAX_HISTORY_BYTES = 64 * 1024;
const FILES_WAIT_MS = 30_000;
const BUSY_WAIT_MS = 60_000;

export const answerTurn: OutboxHandler<'machine.turn'> = {
  atOnce: { prefix: 'machine', each: 8, together: 64 },
  async run(scope, { payload, attempts }) {
    const ticket = await findHeld(scope, payload);
    if (!ticket) return undefined;
    const found = await scope.kernel.services.responders[payload.machine.kind](scope, payload.machine.id);
    if (!found) return (tx) => leaveToPeople(tx, payload, { why: 'gone', queueId: null });
    const { queueId, name } = found;
    const memory = memoryOf(ticket, payload.machine);
    const messages = await messagesOfTurn(scope, payload, memory);
    if (messages.length === 0) return undefined;
    waitForMore(scope, payload, messages, found.responder.quietMs);
    if (messages.some(({ body }) => asksForPerson(body)))
      return (tx) => leaveToPeople(tx, payload, { why: 'asked', queueId, name });
    if ((memory.answers ?? 0) >= (found.maxAnswers || MAX_ANSWERS))
      return (tx) => leaveToPeople(tx, payload, { why: 'limit', queueId, name });
    return answered(scope, { payload, attempts, ticket, found, memory, messages });
  },
  async park(tx, { payload }) {
    await leaveToPeople(tx, payload, { why: 'failed', fault: 'broken', queueId: null });
  },
};

type Asking = {
  payload: TurnWork;
  attempts: number;
  ticket: TicketRow;
  found: FoundResponder;
  memory: ResponderMemory;
  messages: MessageRow[];
};

async function answered(scope: Scope, asking: Asking): Promise<Settle> {
  const { payload, found, messages, memory } = asking;
  if (!(await mayAsk(scope, payload.machine)))
    return (tx) => leaveToPeople(tx, payload, { why: 'rests', queueId: found.queueId, name: found.name });
  const turn = await turnOf(scope, asking);
  try {
    const answer = await inTime(scope, found, turn);
    const files = await storeFiles(scope, answer);
    return (tx) =>
      carryAnswer(tx, { payload, found, answer, files, memory, lastId: messages.at(-1)?.id ?? 0 });
  } catch (error) {
    if (scope.kernel.stopping.aborted) throw new TryLater('STOPPING', { uncounted: true, cause: error });
    return failed(scope, asking, asFailure(scope, error));
  }
}

async function inTime(scope: Scope, { responder }: FoundResponder, turn: Turn): Promise<Answer> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([deadline, scope.kernel.stopping]);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new ResponderFailed('timeout')), { once: true }),
  );
  return Promise.race([responder.answer(turn, signal), late]);
}

function asFailure(scope: Scope, error: unknown): ResponderFailed {
  if (error instanceof ResponderFailed) return error;
  scope.log.error({ err: error }, 'a responder failed');
  return new ResponderFailed('broken', '', { cause: error });
}

async function failed(scope: Scope, asking: Asking, failure: ResponderFailed): Promise<Settle> {
  const { payload, attempts, found } = asking;
  const { fault, detail, retryAfterMs } = failure;
  await scope.write((tx) => recordFailure(tx, payload.machine, fault));
  scope.log.warn({ machine: payload.machine, fault, detail }, 'a responder did not answer');
  if (fault === 'busy' && retryAfterMs !== undefined && isYoung(scope, payload))
    throw new TryLater('MACHINE_BUSY', {
      uncounted: true,
      inMs: Math.max(1_000, retryAfterMs),
      cause: failure,
    });
  const triesMore = { timeout: 1, unreachable: 2, busy: 2, broken: 1, silent: 1 } as Partial<
    Record<typeof fault, number>
  >;
  if (attempts < (triesMore[fault] ?? 0)) throw new TryLater('MACHINE_FAILED', { cause: failure });
  return (tx) =>
    leaveToPeople(tx, payload, { why: 'failed', fault, queueId: found.queueId, name: found.name });
}

function isYoung(scope: Scope, { at }: TurnWork): boolean {
  const age = scope.now().getTime() - at;
  return age >= 0 && age < BUSY_WAIT_MS;
}

async function messagesOfTurn(
  scope: Scope,
  payload: TurnWork,
  memory: ResponderMemory,
): Promise<MessageRow[]> {
  const { ticketId, messageId } = payload;
  const { answeredId } = memory;
  if (answeredId !== undefined)
    return messageId <= answeredId ? [] : listMessages(scope, ticketId, answeredId);
  const messages = await listMessages(scope, ticketId, messageId - 1);
  return messages.length > 0 ? messages : lastMessages(scope, ticketId);
}

/** People write a thought in several messages. Waits for files as well. */
function waitForMore(scope: Scope, { at }: TurnWork, messages: MessageRow[], quietMs: number): void {
  const now = scope.now().getTime();
  const newest = messages.at(-1)?.createdAt.getTime() ?? at;
  const left = Math.min(newest + quietMs, at + 4 * quietMs) - now;
  // More remains only after the clock was set back.
  if (left > 0 && left <= 4 * quietMs)
    throw new TryLater('NOT_YET', { uncounted: true, inMs: Math.min(left, quietMs) });
  const isComing = ({ mediaState, createdAt }: MessageRow) =>
    mediaState === 'pending' && Math.abs(now - createdAt.getTime()) < FILES_WAIT_MS;
  if (messages.some(isComing)) throw new TryLater('NOT_YET', { uncounted: true, inMs: 1_000 });
}

async function turnOf(scope: Scope, { ticket, messages, memory }: Asking): Promise<Turn> {
  const customer = await scope.db.query.contacts.findFirst({ where: eq(contacts.id, ticket.contactId) });
  const connection = await scope.db.query.connections.findFirst({
    columns: { id: true, name: true, number: true },
    where: (row, { eq: is }) => is(row.id, ticket.connectionId ?? 0),
  });
  const name = nameToFillIn({ contact: customer });
  return {
    ticket: { id: ticket.id, uuid: ticket.uuid, queueId: ticket.queueId },
    customer: { name, firstName: firstNameOf(name), number: customer?.number ?? '' },
    connection: {
      id: connection?.id ?? 0,
      name: connection?.name ?? '',
      number: connection?.number ?? '',
    },
    messages: messages.map(toCustomerMessage),
    history: (most) =>
      lastLines(scope, ticket.id, {
        messages: most,
        bytes: MAX_HISTORY_BYTES,
        before: messages[0]?.id ?? 0,
      }),
    memory: memory.kept ?? {},
    answers: memory.answers ?? 0,
  };
}
