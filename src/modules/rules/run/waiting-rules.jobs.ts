import { ruleRuns, rules, tickets } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { parameter, tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';
import { startBot } from '@/modules/chatbot/chatbot.service.ts';
import { eachAlone } from '@/modules/chatbot/clock/write-each.service.ts';
import { activeRules, type RuleRow } from '../rules.queries.ts';
import { runRule } from './run-rules.service.ts';

const MINUTE_MS = 60_000;
const AT_ONCE = 200;

export const waitingRules: CompanyJob = {
  name: 'rules',
  tables: [tickets, rules, ruleRuns],
  dueAt: waitingDueAt,
  run: runWaitingRules,
};

async function waitingDueAt(scope: Scope): Promise<Date | null> {
  let first: number | null = null;
  for (const { rule, waitMs } of await findWaitingRules(scope)) {
    const [longest] = await findWaiting(scope, rule, {});
    if (longest?.since) first = Math.min(first ?? Number.POSITIVE_INFINITY, longest.since.getTime() + waitMs);
  }
  return first === null ? null : new Date(first);
}

async function runWaitingRules(scope: Scope): Promise<void> {
  for (const { rule, waitMs } of await findWaitingRules(scope)) {
    const before = new Date(scope.now().getTime() - waitMs);
    const waiting = await findWaiting(scope, rule, { before, limit: AT_ONCE });
    const ids = waiting.map(({ id }) => id);
    await eachAlone(scope, 'waiting rule', ids, async (tx, ticketId) => {
      const [still] = await findWaiting(tx, rule, { before, ticketId });
      if (!still?.since) return;
      const isMoved = await runRule(tx, rule, { ticketId, key: waitingKey(ticketId, still.since) });
      if (isMoved) await startBot(tx, { ticketId });
    });
  }
}

async function findWaitingRules(scope: Scope): Promise<{ rule: RuleRow; waitMs: number }[]> {
  return (await activeRules(scope)).flatMap((rule) =>
    rule.happening.type === 'waiting' ? [{ rule, waitMs: rule.happening.minutes * MINUTE_MS }] : [],
  );
}

const waitingKey = (ticketId: number, since: Date) => `waiting:${ticketId}:${since.getTime()}`;
const keyOfRow = sql`'waiting:' || ${tickets.id} || ':' || ${tickets.waitingSince}`;

const waiting = tenantStatements<{ id: number; since: Date | null }[]>();

/** Longest wait first, without tickets the rule already ran on during this wait. Snoozed tickets do not wait. */
function findWaiting(
  scope: Scope,
  { id: ruleId, happening: { connectionId, queueId } }: RuleRow,
  { before, ticketId, limit = 1 }: { before?: Date; ticketId?: number; limit?: number },
) {
  const values = { ruleId, connectionId, queueId, before: before?.getTime() ?? null, ticketId };
  const isSet = (name: keyof typeof values) => values[name] !== null && values[name] !== undefined;
  const named = (['before', 'ticketId', 'connectionId', 'queueId'] as const).filter(isSet);
  return waiting(named.join(), (db) => {
    const hasRun = sql`exists (select 1 from ${ruleRuns} where ${ruleRuns.ruleId} = ${parameter('ruleId')} and ${ruleRuns.cause} = ${keyOfRow})`;
    return db
      .select({ id: tickets.id, since: tickets.waitingSince })
      .from(tickets)
      .where(
        and(
          eq(tickets.status, 'pending'),
          isNotNull(tickets.waitingSince),
          isNull(tickets.snoozedUntil),
          ...named.map((name) => CONDITIONS[name]),
          sql`not ${hasRun}`,
        ),
      )
      .orderBy(asc(tickets.waitingSince), asc(tickets.id))
      .limit(sql.placeholder('limit'));
  })(scope.db, { ...values, limit });
}

const CONDITIONS = {
  before: lte(tickets.waitingSince, parameter('before')),
  ticketId: eq(tickets.id, parameter('ticketId')),
  connectionId: eq(tickets.connectionId, parameter('connectionId')),
  queueId: sql`+${tickets.queueId} = ${parameter('queueId')}`,
};
