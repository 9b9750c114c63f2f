import { contacts, messages, tickets, ticketTags, ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { never } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canManageRules } from '../rules.policy.ts';
import { requireRule } from '../rules.queries.ts';
import type { Happening } from '../rules.schema.ts';
import type { RuleTrialView } from '../rules.views.ts';
import { containsOneOf, normalizeText } from './message-text.logic.ts';
import { isWithin } from './run-rules.service.ts';

const LAST_TICKETS = 100;
const LAST_MESSAGES = 100;
const MINUTE_MS = 60_000;

export async function tryRule(scope: Scope, ruleId: number): Promise<RuleTrialView> {
  requireCan(scope, canManageRules);
  const { happening } = await requireRule(scope, ruleId);
  const rows = await lastTickets(scope);
  const within = rows.filter((row) => isWithin(happening, row));
  const hit = await meant(
    scope,
    happening,
    within.filter(({ isGroup }) => !isGroup || happening.type !== 'words').map(({ id }) => id),
  );
  const found = within.filter(({ id }) => hit.has(id));
  return {
    looked: rows.length,
    tickets: found.map(({ id, uuid, contact, status }) => ({ id, uuid, contact, status })),
  };
}

function lastTickets(scope: Scope) {
  return scope.db
    .select({
      id: tickets.id,
      uuid: tickets.uuid,
      status: tickets.status,
      isGroup: tickets.isGroup,
      connectionId: tickets.connectionId,
      queueId: tickets.queueId,
      contact: contacts.name,
    })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .orderBy(desc(tickets.id))
    .limit(LAST_TICKETS);
}

async function meant(scope: Scope, happening: Happening, ids: number[]): Promise<Set<number>> {
  switch (happening.type) {
    case 'opened':
      return openedByCustomer(scope, ids);
    case 'words':
      return idsWithText(scope, ids, happening.words);
    case 'tag':
      return tagged(scope, ids, happening.tagId);
    case 'waiting':
      return havingWaited(scope, ids, happening.minutes * MINUTE_MS);
    default:
      return never(happening);
  }
}

async function openedByCustomer(scope: Scope, ids: number[]): Promise<Set<number>> {
  const rows = await scope.db
    .selectDistinct({ id: messages.ticketId })
    .from(messages)
    .where(and(inArray(messages.ticketId, ids), eq(messages.origin, 'customer')));
  return new Set(rows.map(({ id }) => id));
}

async function idsWithText(scope: Scope, ids: number[], words: string[]): Promise<Set<number>> {
  const phrases = words.map(normalizeText);
  const found = new Set<number>();
  for (const id of ids) {
    const received = await scope.db
      .select({ body: messages.body })
      .from(messages)
      .where(and(eq(messages.ticketId, id), eq(messages.origin, 'customer')))
      .orderBy(desc(messages.id))
      .limit(LAST_MESSAGES);
    if (received.some(({ body }) => containsOneOf(normalizeText(body), phrases))) found.add(id);
    await yieldToLoop();
  }
  return found;
}

async function tagged(scope: Scope, ids: number[], tagId: number): Promise<Set<number>> {
  const rows = await scope.db
    .select({ id: ticketTags.ticketId })
    .from(ticketTags)
    .where(and(inArray(ticketTags.ticketId, ids), eq(ticketTags.tagId, tagId)));
  return new Set(rows.map(({ id }) => id));
}

async function havingWaited(scope: Scope, ids: number[], waitMs: number): Promise<Set<number>> {
  const { queuedAt, startedAt, finishedAt } = ticketTrackings;
  const until = sql`coalesce(${startedAt}, ${finishedAt}, ${scope.now().getTime()})`;
  const rows = await scope.db
    .selectDistinct({ id: ticketTrackings.ticketId })
    .from(ticketTrackings)
    .where(
      and(
        inArray(ticketTrackings.ticketId, ids),
        isNotNull(queuedAt),
        sql`${until} - ${queuedAt} >= ${waitMs}`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
