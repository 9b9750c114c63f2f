import { helps } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { toHelpView } from './helps.queries.ts';
import type { HelpInput } from './helps.schema.ts';
import type { HelpView } from './helps.views.ts';

export async function createHelp(scope: Scope, input: HelpInput): Promise<HelpView> {
  requireSuper(scope);
  return platformOf(scope).write(async (tx) => {
    const values = { ...input, createdAt: tx.now(), updatedAt: tx.now() };
    const row = await tx.db.insert(helps).values(values).returning().then(insertedRow);
    await auditNew(tx, 'help.created', helps, row.id);
    tx.emit('help.changed', { action: 'create', helpId: row.id });
    return toHelpView(row);
  });
}

export async function updateHelp(
  scope: Scope,
  { helpId, ...input }: HelpInput & { helpId: number },
): Promise<HelpView> {
  requireSuper(scope);
  return platformOf(scope).write(async (tx) => {
    const values = { ...input, updatedAt: tx.now() };
    await requireHelp(tx, helpId);
    const audited = await auditChange(tx, 'help.changed', helps, helpId);
    const [row] = await tx.db.update(helps).set(values).where(eq(helps.id, helpId)).returning();
    if (!row) throw new AppError('ERR_NO_HELP_FOUND');
    await audited();
    tx.emit('help.changed', { action: 'update', helpId });
    return toHelpView(row);
  });
}

export async function deleteHelp(scope: Scope, { helpId }: { helpId: number }): Promise<void> {
  requireSuper(scope);
  await platformOf(scope).write(async (tx) => {
    await requireHelp(tx, helpId);
    await auditGone(tx, 'help.deleted', helps, helpId);
    await tx.db.delete(helps).where(eq(helps.id, helpId));
    tx.emit('help.changed', { action: 'delete', helpId });
  });
}

async function requireHelp({ db }: PlatformScope, helpId: number): Promise<void> {
  if (!(await db.query.helps.findFirst({ where: eq(helps.id, helpId) })))
    throw new AppError('ERR_NO_HELP_FOUND');
}
