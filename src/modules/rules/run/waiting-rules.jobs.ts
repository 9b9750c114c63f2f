import { ruleRuns, rules, tickets } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { tenantStatements } from '@/core/db/driver/prepared-statement.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';
import { startBot } from '@/modules/chatbot/chatbot.service.ts';
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

/** One transaction per ticket: after a crash the rest is due again. */
async function runWaitingRules(scope: Scope): Promise<void> {
  for (const { rule, waitMs } of await findWaitingRules(scope)) {
    const before = new Date(scope.now().getTime() - waitMs);
    for (const { id } of await findWaiting(scope, rule, { before, limit: AT_ONCE })) {
      await scope.write(async (tx) => {
        const [still] = await findWaiting(tx, rule, { before, ticketId: id });
        if (!still?.since) return;
        const isMoved = await runRule(tx, rule, { ticketId: id, key: waitingKey(id, still.since) });
        if (isMoved) await startBot(tx, { ticketId: id });
      });
    }
  }
}

async function findWaitingRules(scope: Scope): Promise<{ rule: RuleRow; waitMs: number }[]> {
  return (await activeRules(scope)).flatMap((rule) =>
    rule.happening.type === 'waiting' ? [{ rule, waitMs: rule.happening.minutes * MINUTE_MS }] : [],
  );
}

const waitingKey = (ticketId: number, since: Date) => `waiting:${ticketId}:${since.getTime()}`;
const keyOfRow = sql`'waiting:' || ${tickets.id} || ':' || ${tickets.waitingSince}`;

/** Longest wait first, without tickets the rule already ran on during this wait. Snoozed tickets do not wait. */
function findWaiting(
  scope: Scope,
  { id: ruleId, happening: { connectionId, queueId } }: RuleRow,
  { before, ticketId, limit = 1 }: { before?: Date; ticketId?: number; limit?: number },
) {
  const options = { before, ticketId, connectionId, queueId };
  const known = Object.entries(options).flatMap(([name, value]) => (value == null ? [] : [name]));
  const build = statementsOf(known.join(), (db) => selectWaiting(db, known));
  return build(scope.db, { ...options, ruleId, limit });
}

type Known = string[];
const statementsOf = tenantStatements<{ id: number; since: Date | null }[]>();

function selectWaiting(db: TenantReader, known: Known) {
  const hasRun: SQL = sql`exists (select 1 from ${ruleRuns} where ${ruleRuns.ruleId} = ${sql.placeholder('ruleId')} and ${ruleRuns.cause} = ${keyOfRow})`;
  const ifKnown = (name: string, condition: SQL) => (known.includes(name) ? condition : undefined);
  return db
    .select({ id: tickets.id, since: tickets.waitingSince })
    .from(tickets)
    .where(
      and(
        eq(tickets.status, 'pending'),
        isNotNull(tickets.waitingSince),
        isNull(tickets.snoozedUntil),
        ifKnown('before', lte(tickets.waitingSince, sql.placeholder('before'))),
        ifKnown('ticketId', eq(tickets.id, sql.placeholder('ticketId'))),
        ifKnown('connectionId', eq(tickets.connectionId, sql.placeholder('connectionId'))),
        ifKnown('queueId', sql`+${tickets.queueId} = ${sql.placeholder('queueId')}`),
        sql`not ${hasRun}`,
      ),
    )
    .orderBy(asc(tickets.waitingSince), asc(tickets.id))
    .limit(sql.placeholder('limit'));
}
