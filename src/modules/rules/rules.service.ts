import { rules } from '@db/tenant/schema/index.ts';
import { and, count, eq, max, ne } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { type FieldErrors, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { loadNames, referenceOf, referencesOf } from './rule-names.queries.ts';
import { canManageRules } from './rules.policy.ts';
import { findRules, getRule, requireRule } from './rules.queries.ts';
import {
  type Action,
  type Happening,
  MAX_RULES,
  type RuleChange,
  type RuleInput,
  type RuleMove,
} from './rules.schema.ts';
import type { RuleView } from './rules.views.ts';
import { maySee } from './run/assignee-access.policy.ts';

/** Throws InvalidInput on a taken `name`, on a deleted reference, on `form` beyond MAX_RULES. */
export async function createRule(scope: Scope, input: RuleInput): Promise<RuleView> {
  requireCan(scope, canManageRules);
  return scope.write(async (tx) => {
    const [known] = await tx.db.select({ n: count(), last: max(rules.position) }).from(rules);
    if ((known?.n ?? 0) >= MAX_RULES) throw new InvalidInput({ form: 'rules:errors.manyRules' });
    await requireFreeName(tx, input.name);
    await requireParties(tx, input);
    const { isActive = true, ...rest } = input;
    const stamps = { createdAt: tx.now(), updatedAt: tx.now() };
    const row = await tx.db
      .insert(rules)
      .values({ ...rest, isActive, position: (known?.last ?? 0) + 1, ...stamps })
      .returning({ id: rules.id })
      .then(insertedRow);
    await auditNew(tx, 'rule.created', rules, row.id);
    tx.emit('rule.changed', { ruleId: row.id, action: 'create' });
    return getRule(tx, row.id);
  });
}

/** Omitted fields stay. Throws ERR_NO_RULE_FOUND, InvalidInput as `createRule`. */
export async function updateRule(scope: Scope, input: RuleChange & { ruleId: number }): Promise<RuleView> {
  requireCan(scope, canManageRules);
  return scope.write(async (tx) => {
    const { ruleId, ...change } = input;
    const rule = await requireRule(tx, ruleId);
    if (change.name !== undefined) await requireFreeName(tx, change.name, ruleId);
    if (change.happening || change.actions) await requireParties(tx, { ...rule, ...change } as RuleInput);
    const audited = await auditChange(tx, 'rule.changed', rules, ruleId);
    await tx.db
      .update(rules)
      .set({ ...change, updatedAt: tx.now() })
      .where(eq(rules.id, ruleId));
    await audited();
    tx.emit('rule.changed', { ruleId, action: 'update' });
    return getRule(tx, ruleId);
  });
}

/** Rules run in their order; at either end nothing happens. Throws ERR_NO_RULE_FOUND. */
export async function moveRule(scope: Scope, { ruleId, to }: RuleMove & { ruleId: number }): Promise<void> {
  requireCan(scope, canManageRules);
  await scope.write(async (tx) => {
    const rule = await requireRule(tx, ruleId);
    const all = await findRules(tx);
    const at = all.findIndex(({ id }) => id === ruleId);
    const other = all[to === 'up' ? at - 1 : at + 1];
    if (other === undefined) return;
    const audited = await auditChange(tx, 'rule.changed', rules, ruleId);
    await setPosition(tx, ruleId, other.position);
    await setPosition(tx, other.id, rule.position);
    await audited();
    tx.emit('rule.changed', { ruleId, action: 'update' });
  });
}

function setPosition(tx: Scope, ruleId: number, position: number): PromiseLike<unknown> {
  return tx.db.update(rules).set({ position }).where(eq(rules.id, ruleId));
}

export async function deleteRule(scope: Scope, { ruleId }: { ruleId: number }): Promise<void> {
  requireCan(scope, canManageRules);
  await scope.write(async (tx) => {
    await requireRule(tx, ruleId);
    await auditGone(tx, 'rule.deleted', rules, ruleId);
    await tx.db.delete(rules).where(eq(rules.id, ruleId));
    tx.emit('rule.changed', { ruleId, action: 'delete' });
  });
}

async function requireFreeName(tx: Scope, name: string, exceptId = 0): Promise<void> {
  const other = and(eq(rules.name, name), ne(rules.id, exceptId));
  if (await tx.db.query.rules.findFirst({ columns: { id: true }, where: other }))
    throw new InvalidInput({ name: 'rules:errors.nameTaken' });
}

async function requireParties(tx: Scope, rule: { happening: Happening; actions: Action[] }): Promise<void> {
  const names = await loadNames(tx, [rule]);
  const wrong: FieldErrors = {};
  for (const { kind, id, field } of referencesOf(rule))
    if (!names[kind].has(id)) wrong[`happening.${field}`] = 'rules:errors.gone';
  for (const [index, action] of rule.actions.entries()) {
    const named = referenceOf(action);
    if (named && !names[named.kind].has(named.id))
      wrong[`actions.${index}.${named.field}`] = 'rules:errors.gone';
  }
  if (Object.keys(wrong).length === 0) Object.assign(wrong, await blindPeople(tx, rule));
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong);
}

async function blindPeople(
  tx: Scope,
  { happening, actions }: { happening: Happening; actions: Action[] },
): Promise<FieldErrors> {
  const wrong: FieldErrors = {};
  let { queueId } = happening;
  for (const [index, action] of actions.entries()) {
    if (action.type === 'queue') queueId = action.queueId;
    if (action.type !== 'person' || queueId === null) continue;
    if (!(await maySee(tx, action.userId, queueId))) wrong[`actions.${index}.userId`] = 'rules:errors.blind';
  }
  return wrong;
}
