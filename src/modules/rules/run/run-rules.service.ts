import { messages, ruleRuns, tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { never } from '@/core/errors.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import { soleQueueOf } from '@/modules/chatbot/bot-config.queries.ts';
import { recordTicketEvent } from '@/modules/tickets/history/record-ticket-event.service.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import { loadNames } from '../rule-names.queries.ts';
import { type ActiveRule, activeRules, type RuleRow } from '../rules.queries.ts';
import type { Action, Happening } from '../rules.schema.ts';
import { doAction } from './do-action.service.ts';
import { containsOneOf, normalizeText, type TicketMessage } from './message-text.logic.ts';

/** `key` is the same for each repetition of this cause. */
export type Cause = { ticketId: number; key: string } & (
  | { type: 'opened' }
  | { type: 'words'; messageId: number }
  | { type: 'tag'; tagId: number }
);

/** Call in the cause's transaction. True when the ticket moved: the caller starts its queue's bot. */
export async function runRules(tx: Scope, causes: Cause[]): Promise<boolean> {
  if (tx.isAutomatic) return false;
  const types = new Set<string>(causes.map(({ type }) => type));
  const rules = (await activeRules(tx)).filter(({ happening }) => types.has(happening.type));
  const [cause] = causes;
  if (rules.length === 0 || !cause) return false;
  const messageId = causes.find((one) => one.type === 'words')?.messageId ?? null;
  const [ticket] = await ticketWithText(tx.db, { ticketId: cause.ticketId, messageId });
  if (!ticket) return false;
  const conditions = await factsOf(tx, ticket);
  const isText = rules.some(({ happening }) => happening.type === 'words');
  const text = normalizeText(isText ? (ticket.text ?? '') : '');
  const meant: { rule: RuleRow; key: string }[] = [];
  for (const [index, rule] of rules.entries()) {
    const found = causes.find((one) => isMeant(rule, one, conditions, text));
    if (found) meant.push({ rule, key: found.key });
    if (index % RULES_PER_TURN === RULES_PER_TURN - 1) await yieldToLoop();
  }
  let isMoved = false;
  for (const { rule, key } of meant) {
    const hasMoved = await runRule(tx, rule, { ticketId: cause.ticketId, key });
    isMoved ||= hasMoved;
    await yieldToLoop();
  }
  return isMoved;
}

const ticketWithText = tenantStatement((db) =>
  db
    .select({
      isGroup: tickets.isGroup,
      connectionId: tickets.connectionId,
      queueId: tickets.queueId,
      text: messages.body,
    })
    .from(tickets)
    .leftJoin(messages, eq(messages.id, sql.placeholder('messageId')))
    .where(eq(tickets.id, sql.placeholder('ticketId'))),
);

/** Other work runs between batches: each rule may search twenty phrases in a long text. */
const RULES_PER_TURN = 5;

type Facts = Pick<TicketRow, 'isGroup' | 'connectionId' | 'queueId'>;

async function factsOf(tx: Scope, { isGroup, connectionId, queueId }: Facts): Promise<Facts> {
  const sole = queueId === null && connectionId !== null ? await soleQueueOf(tx, connectionId) : null;
  return { isGroup, connectionId, queueId: queueId ?? sole };
}

function isMeant(
  { happening, phrases }: ActiveRule,
  cause: Cause,
  ticket: Facts,
  text: TicketMessage,
): boolean {
  if (!isWithin(happening, ticket)) return false;
  switch (cause.type) {
    case 'opened':
      return happening.type === 'opened';
    case 'words':
      return happening.type === 'words' && !ticket.isGroup && containsOneOf(text, phrases);
    case 'tag':
      return happening.type === 'tag' && happening.tagId === cause.tagId;
    default:
      return never(cause);
  }
}

export function isWithin(
  { connectionId, queueId }: Happening,
  ticket: Pick<TicketRow, 'connectionId' | 'queueId'>,
): boolean {
  return (
    (connectionId === null || connectionId === ticket.connectionId) &&
    (queueId === null || queueId === ticket.queueId)
  );
}

/** Once per cause, and never on a closed ticket. Returns whether it moved the ticket. */
export async function runRule(
  tx: Scope,
  rule: RuleRow,
  { ticketId, key }: { ticketId: number; key: string },
): Promise<boolean> {
  if (await isOver(tx, ticketId)) return false;
  const isFirst = await addRun(tx.db, { ruleId: rule.id, ticketId, cause: key, now: tx.now() });
  if (isFirst.length === 0) return false;
  const app = asAutomatic(tx);
  const names = await loadNames(app, [rule]);
  const did = new Map<string, string[]>();
  for (const [index, action] of snoozeLast(rule)) {
    const clientId = `auto:rule:${rule.id}:${key}${index === firstMessage(rule) ? '' : `:${index}`}`;
    const done = await doAction(app, { ticketId, action, names, clientId });
    if (done !== undefined) did.set(action.type, [...(did.get(action.type) ?? []), done]);
  }
  const content = [...did].map(([what, whom]) => [what, whom.join(', ')]);
  const data = { rule: rule.name, ...(content.length > 0 ? Object.fromEntries(content) : { nothing: 1 }) };
  await recordTicketEvent(app, { ticketId, type: 'rule', data });
  return did.has('queue') || did.has('person');
}

/** A move would end the snooze. */
function snoozeLast({ actions }: RuleRow): [number, Action][] {
  return [...actions.entries()].sort(
    ([, a], [, b]) => Number(a.type === 'snooze') - Number(b.type === 'snooze'),
  );
}

async function isOver(tx: Scope, ticketId: number): Promise<boolean> {
  const [ticket] = await statusOf(tx.db, { ticketId });
  return ticket === undefined || ticket.status === 'closed';
}

const statusOf = tenantStatement((db) =>
  db
    .select({ status: tickets.status })
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder('ticketId'))),
);

const addRun = tenantStatement((db) =>
  db
    .insert(ruleRuns)
    .values({
      ruleId: sql.placeholder('ruleId'),
      ticketId: sql.placeholder('ticketId'),
      cause: sql.placeholder('cause'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoNothing()
    .returning({ id: ruleRuns.id }),
);

function firstMessage({ actions }: RuleRow): number {
  return actions.findIndex(({ type }) => type === 'quickMessage');
}

function asAutomatic(scope: Scope): Scope {
  const app = asSystem(scope);
  return { ...app, isAutomatic: true, write: (work) => app.write((tx) => work(asAutomatic(tx))) };
}
