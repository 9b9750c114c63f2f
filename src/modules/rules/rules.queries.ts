import { ruleRuns, rules } from '@db/tenant/schema/index.ts';
import { asc, count, eq, gte } from 'drizzle-orm';
import { AppError, never } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { loadNames, type Names } from './rule-names.queries.ts';
import { canManageRules } from './rules.policy.ts';
import type { Action, Happening } from './rules.schema.ts';
import type { ActionView, HappeningView, RuleView } from './rules.views.ts';
import { normalizeText, type TicketMessage } from './run/message-text.logic.ts';

export type RuleRow = Omit<typeof rules.$inferSelect, 'happening' | 'actions'> & {
  happening: Happening;
  actions: Action[];
};

const SEVEN_DAYS_MS = 7 * 86_400_000;

export async function listRules(scope: Scope): Promise<RuleView[]> {
  requireCan(scope, canManageRules);
  const rows = await findRules(scope);
  const names = await loadNames(scope, rows);
  const runs = await countRuns(scope);
  return rows.map((row) => toRuleView(scope, row, names, runs.get(row.id) ?? 0));
}

export async function getRule(scope: Scope, ruleId: number): Promise<RuleView> {
  requireCan(scope, canManageRules);
  const row = await requireRule(scope, ruleId);
  const runs = await countRuns(scope);
  return toRuleView(scope, row, await loadNames(scope, [row]), runs.get(ruleId) ?? 0);
}

export async function requireRule(scope: Scope, ruleId: number): Promise<RuleRow> {
  const row = await scope.db.query.rules.findFirst({ where: eq(rules.id, ruleId) });
  if (!row) throw new AppError('ERR_NO_RULE_FOUND');
  return row as RuleRow;
}

export async function findRules(scope: Scope): Promise<RuleRow[]> {
  const rows = await scope.db.select().from(rules).orderBy(asc(rules.position), asc(rules.id));
  return rows as RuleRow[];
}

/** `phrases` are the happening's words, normalized. */
export type ActiveRule = RuleRow & { phrases: TicketMessage[] };

export function activeRules(scope: Scope): Promise<ActiveRule[]> {
  return scope.remember([rules], 'active rules', async () =>
    (await findRules(scope))
      .filter(({ isActive }) => isActive)
      .map((row) => ({ ...row, phrases: phrasesOf(row) })),
  );
}

function phrasesOf({ happening }: RuleRow): TicketMessage[] {
  return happening.type === 'words' ? happening.words.map(normalizeText) : [];
}

async function countRuns(scope: Scope): Promise<Map<number, number>> {
  const rows = await scope.db
    .select({ ruleId: ruleRuns.ruleId, n: count() })
    .from(ruleRuns)
    .where(gte(ruleRuns.createdAt, recentRunsSince(scope)))
    .groupBy(ruleRuns.ruleId);
  return new Map(rows.map(({ ruleId, n }) => [ruleId, n]));
}

export const recentRunsSince = (scope: Scope) => new Date(scope.now().getTime() - SEVEN_DAYS_MS);

function toRuleView(scope: Scope, row: RuleRow, names: Names, runs: number): RuleView {
  return {
    id: row.id,
    name: row.name,
    isActive: row.isActive,
    position: row.position,
    happening: toHappeningView(row.happening, names),
    actions: row.actions.map((action) => toActionView(action, names)),
    runs,
    companyId: scope.companyId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toHappeningView(happening: Happening, names: Names): HappeningView {
  const { connectionId, queueId } = happening;
  const narrowing = {
    connectionId,
    connection: connectionId === null ? null : (names.connection.get(connectionId) ?? null),
    queueId,
    queue: queueId === null ? null : (names.queue.get(queueId) ?? null),
  };
  if (happening.type !== 'tag') return { ...happening, ...narrowing };
  return { ...happening, ...narrowing, tag: names.tag.get(happening.tagId) ?? null };
}

function toActionView(action: Action, names: Names): ActionView {
  switch (action.type) {
    case 'queue':
      return { ...action, name: names.queue.get(action.queueId) ?? null };
    case 'person':
      return { ...action, name: names.person.get(action.userId) ?? null };
    case 'tag':
      return { ...action, name: names.tag.get(action.tagId) ?? null };
    case 'quickMessage':
      return { ...action, name: names.quickMessage.get(action.quickMessageId) ?? null };
    case 'note':
    case 'snooze':
      return action;
    default:
      return never(action);
  }
}
