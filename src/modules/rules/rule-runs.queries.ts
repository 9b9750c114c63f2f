import { contacts, ruleRuns, tickets } from '@db/tenant/schema/index.ts';
import { and, desc, eq, gte } from 'drizzle-orm';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { canManageRules } from './rules.policy.ts';
import { recentRunsSince, requireRule } from './rules.queries.ts';
import type { RuleRunView } from './rules.views.ts';

const MAX_RUNS = 100;

/** The runs of the last seven days, the latest first, at most 100. */
export async function listRuleRuns(scope: Scope, ruleId: number): Promise<RuleRunView[]> {
  requireCan(scope, canManageRules);
  await requireRule(scope, ruleId);
  const { id, createdAt } = ruleRuns;
  const rows = await scope.db
    .select({ id, createdAt, ticketId: tickets.id, uuid: tickets.uuid, contact: contacts })
    .from(ruleRuns)
    .innerJoin(tickets, eq(tickets.id, ruleRuns.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(and(eq(ruleRuns.ruleId, ruleId), gte(createdAt, recentRunsSince(scope))))
    .orderBy(desc(id))
    .limit(MAX_RUNS);
  return rows.map(({ createdAt: at, contact, ...row }) => ({
    ...row,
    contact: contactName(contact),
    at: at.toISOString(),
  }));
}
