import { campaigns, connections } from '@db/tenant/schema/index.ts';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';
import type { CampaignRow } from '../campaigns.queries.ts';
import { planStep } from './campaign-queue.service.ts';

const isScheduled = eq(campaigns.status, 'PROGRAMADA');

/** Existing clients send the file after the campaign, so one that is due at once waits for it. */
export const FILE_AWAITED_MS = 20_000;
const startsAt = sql<number>`max(${campaigns.scheduledAt}, case when ${campaigns.mediaPath} is null
  then ${campaigns.createdAt} + ${FILE_AWAITED_MS} else 0 end)`;

export const dueCampaigns: CompanyJob = {
  name: 'campaigns',
  tables: [campaigns],
  async dueAt(scope) {
    const [row] = await scope.db
      .select({ at: sql<number | null>`min(${startsAt})` })
      .from(campaigns)
      .where(isScheduled);
    return row?.at ? new Date(row.at) : null;
  },
  /** A campaign whose time passed while the server was down begins now, at its own pace. */
  async run(scope) {
    await scope.write(async (tx) => {
      const due = await tx.db
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(isScheduled, lte(startsAt, tx.now().getTime())))
        .orderBy(asc(campaigns.scheduledAt), asc(campaigns.id));
      for (const { id } of due) await begin(tx, id, 'PROGRAMADA');
    });
  },
};

/** Claims it by its status, so it never begins twice. False when the status has changed. */
export async function begin(tx: Scope, campaignId: number, from: CampaignRow['status']): Promise<boolean> {
  const [row] = await tx.db
    .update(campaigns)
    .set({
      status: 'EM_ANDAMENTO',
      startedAt: tx.now(),
      completedAt: null,
      stoppedFor: null,
      preparedAt: null,
      nextAt: null,
      failuresInARow: 0,
      updatedAt: tx.now(),
    })
    .where(and(eq(campaigns.id, campaignId), eq(campaigns.status, from)))
    .returning();
  if (!row) return false;
  const connectionId = row.connectionId ?? (await takeDefaultConnection(tx, campaignId));
  await planStep(tx, { id: campaignId, connectionId });
  tx.emit('campaign.updated', { campaignId });
  return true;
}

async function takeDefaultConnection(tx: Scope, campaignId: number): Promise<number | null> {
  const standard = await tx.db.query.connections.findFirst({
    columns: { id: true },
    where: eq(connections.isDefault, true),
  });
  if (!standard) return null;
  await tx.db.update(campaigns).set({ connectionId: standard.id }).where(eq(campaigns.id, campaignId));
  return standard.id;
}
