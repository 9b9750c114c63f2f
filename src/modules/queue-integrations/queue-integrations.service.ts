import { queueIntegrations } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { readAccount } from '@/adapters/dialogflow/service-account.ts';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { searchable } from '@/core/db/search.ts';
import { type FieldErrors, InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireCallable } from '@/core/security/callable-address.ts';
import { findQueue } from '@/modules/queues/queues.queries.ts';
import { forgetIntegration } from '@/modules/queues/queues.service.ts';
import { credentials, signingSecrets } from './integration-secrets.logic.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import { getIntegration, type IntegrationRow, requireIntegration } from './queue-integrations.queries.ts';
import type { IntegrationInput, IntegrationPatch } from './queue-integrations.schema.ts';
import type { QueueIntegrationView } from './queue-integrations.views.ts';

declare module '@/core/steps.ts' {
  interface StepMap {
    'integration.deleting': { integrationId: number };
  }
}

/** Throws InvalidInput on a taken `name`, a field missing for the type, or a blocked address. */
export async function createIntegration(
  scope: Scope,
  input: IntegrationInput,
): Promise<QueueIntegrationView> {
  requireCan(scope, canManageIntegrations);
  return scope.write(async (tx) => {
    await requireFreeName(tx, input.name);
    requireWhole(input);
    requireCalled(tx, input);
    const { type, name } = input;
    const stamps = { createdAt: tx.now(), updatedAt: tx.now() };
    const row = await tx.db
      .insert(queueIntegrations)
      .values({ type, name, ...stamps })
      .returning()
      .then(insertedRow);
    await change(tx, row, input);
    await auditNew(tx, 'integration.created', queueIntegrations, row.id);
    tx.emit('integration.created', { integrationId: row.id });
    return getIntegration(tx, row.id);
  });
}

/** Omitted fields and masked credentials stay. Throws ERR_NO_DIALOG_FOUND, and as `createIntegration`. */
export async function updateIntegration(
  scope: Scope,
  { integrationId, ...patch }: IntegrationPatch & { integrationId: number },
): Promise<QueueIntegrationView> {
  requireCan(scope, canManageIntegrations);
  return scope.write(async (tx) => {
    const row = await requireIntegration(tx, integrationId);
    if (patch.name !== undefined) await requireFreeName(tx, patch.name, integrationId);
    requireWhole({ ...row, ...definedOf(patch) });
    requireCalled(tx, patch, row.urlN8N);
    const audited = await auditChange(tx, 'integration.changed', queueIntegrations, integrationId);
    await change(tx, row, patch);
    await audited();
    tx.emit('integration.updated', { integrationId });
    return getIntegration(tx, integrationId);
  });
}

/** Connections, queues and conversations continue without it. Throws ERR_NO_DIALOG_FOUND. */
export async function deleteIntegration(
  scope: Scope,
  { integrationId }: { integrationId: number },
): Promise<void> {
  requireCan(scope, canManageIntegrations);
  await scope.write(async (tx) => {
    await requireIntegration(tx, integrationId);
    await auditGone(tx, 'integration.deleted', queueIntegrations, integrationId);
    await forgetIntegration(tx, integrationId);
    await tx.kernel.steps.take(tx, 'integration.deleting', { integrationId });
    await tx.db.delete(queueIntegrations).where(eq(queueIntegrations.id, integrationId));
    tx.emit('integration.deleted', { integrationId });
  });
}

async function change(tx: Scope, row: IntegrationRow, patch: IntegrationPatch): Promise<void> {
  const { jsonContent, signingSecret, fallbackQueueId, ...columns } = definedOf(patch);
  if (fallbackQueueId && !(await findQueue(tx, fallbackQueueId)))
    throw new InvalidInput({ fallbackQueueId: 'validation:invalid' });
  await tx.db
    .update(queueIntegrations)
    .set({
      ...columns,
      ...(jsonContent && { jsonContent: credentials.encrypt(tx, row.id, jsonContent) }),
      ...(signingSecret && { signingSecret: signingSecrets.encrypt(tx, row.id, signingSecret) }),
      ...(fallbackQueueId !== undefined && { fallbackQueueId }),
      updatedAt: tx.now(),
    })
    .where(eq(queueIntegrations.id, row.id));
}

function definedOf<T extends object>(patch: T): T {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as T;
}

function requireWhole(
  all: Pick<IntegrationPatch, 'type' | 'urlN8N' | 'typebotSlug' | 'isSigned' | 'signingSecret'>,
) {
  const missing: FieldErrors = {};
  if (all.type !== 'dialogflow' && !all.urlN8N) missing.urlN8N = 'validation:required';
  if (all.type === 'typebot' && !all.typebotSlug) missing.typebotSlug = 'validation:required';
  if (isHook(all.type) && all.isSigned && !all.signingSecret) missing.signingSecret = 'validation:required';
  if (Object.keys(missing).length > 0) throw new InvalidInput(missing);
}

function requireCalled(tx: Scope, { urlN8N, jsonContent }: IntegrationPatch, stored?: string): void {
  requireCallable(tx, 'urlN8N', urlN8N, stored);
  if (jsonContent) requireCallable(tx, 'jsonContent', readAccount(jsonContent).token_uri);
}

const isHook = (type: string | undefined) => type === 'n8n' || type === 'webhook';

async function requireFreeName(tx: Scope, name: string, exceptId = 0): Promise<void> {
  const all = await tx.db
    .select({ id: queueIntegrations.id, name: queueIntegrations.name })
    .from(queueIntegrations);
  if (all.some((other) => other.id !== exceptId && searchable(other.name) === searchable(name)))
    throw new InvalidInput({ name: 'queueIntegrations:errors.nameTaken' });
}
