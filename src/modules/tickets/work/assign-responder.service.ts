import { prompts, queueIntegrations, tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import type { TicketPatch } from '../tickets.schema.ts';

export type AssignedResponder = { kind: 'prompt' | 'integration'; id: number };

/** Undefined for a patch that hands the ticket to none. Throws ERR_NO_PROMPT_FOUND, ERR_NO_DIALOG_FOUND. */
export async function requireResponder(
  tx: Scope,
  { useIntegration, promptId, integrationId }: TicketPatch,
): Promise<AssignedResponder | undefined> {
  if (!useIntegration) return undefined;
  if (promptId != null) {
    if (!(await promptById(tx.db, { id: promptId }))) throw new AppError('ERR_NO_PROMPT_FOUND');
    return { kind: 'prompt', id: promptId };
  }
  if (integrationId == null) return undefined;
  if (!(await integrationById(tx.db, { id: integrationId }))) throw new AppError('ERR_NO_DIALOG_FOUND');
  return { kind: 'integration', id: integrationId };
}

const promptById = tenantStatement((db) =>
  db.query.prompts.findFirst({ columns: { id: true }, where: eq(prompts.id, sql.placeholder('id')) }),
);

const integrationById = tenantStatement((db) =>
  db.query.queueIntegrations.findFirst({
    columns: { id: true },
    where: eq(queueIntegrations.id, sql.placeholder('id')),
  }),
);

/** It answers the customer's next message, also when neither connection nor queue has it. */
export async function assignResponder(
  tx: Scope,
  ticketId: number,
  { kind, id }: AssignedResponder,
): Promise<void> {
  await assigned(tx.db, {
    ticketId,
    promptId: kind === 'prompt' ? id : null,
    integrationId: kind === 'integration' ? id : null,
    key: `${kind}:${id}`,
  });
}

const assigned = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      useIntegration: true,
      promptId: parameter('promptId'),
      integrationId: parameter('integrationId'),
      bot: sql`json_set(json_remove(coalesce(${tickets.bot}, '{}'), '$.over'), '$.assigned', ${sql.placeholder('key')})`,
    })
    .where(eq(tickets.id, sql.placeholder('ticketId'))),
);
