import { statusAlerts } from '@db/platform/schema/index.ts';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { type Kernel, PLATFORM } from '@/core/scope.ts';
import { nameConnection, prepareMails } from './alert-mails.service.ts';
import { getAlertSettings } from './alert-settings.service.ts';
import { findTroubles, isOfNode, keyOf, type Trouble } from './find-troubles.logic.ts';
import type { Vitals } from './vitals.queries.ts';

export type AlertRow = typeof statusAlerts.$inferSelect;

const RETAINED_MS = 90 * 86_400_000;

export function listOpenAlerts({ platform }: Kernel): Promise<AlertRow[]> {
  return platform.db.select().from(statusAlerts).where(isNull(statusAlerts.endedAt));
}

/** Each node watches itself and its companies; the platform's node also what concerns all, or a node that is gone. */
export async function watchVitals(kernel: Kernel, vitals: Vitals): Promise<void> {
  const { level } = await kernel.space.check();
  const limits = await getAlertSettings(kernel);
  const all = findTroubles(vitals, kernel.services.whatsapp.states(), level, limits, ownUrl(kernel));
  const isWatched = await watchedHere(kernel);
  const found = all.filter(isWatched);
  const alerts = (await listOpenAlerts(kernel)).map((row) => ({ ...row, nodeUrl: nodeUrlOf(row) }));
  const open = new Map(alerts.filter(isWatched).map((row) => [keyOf(row), row]));
  const { begun, ended } = kernel.services.status.watch.step(kernel.ticks(), found, [...open.keys()]);
  for (const trouble of begun) await begin(kernel, trouble);
  for (const key of ended) {
    const row = open.get(key);
    if (row) await end(kernel, row);
  }
}

const ownUrl = ({ config }: Kernel): string => config.cluster?.nodeUrl ?? '';

const nodeUrlOf = ({ kind, about }: AlertRow): string => (isOfNode(kind) ? about : '');

async function watchedHere(kernel: Kernel): Promise<(trouble: Omit<Trouble, 'patienceMs'>) => boolean> {
  const live = new Set((await kernel.nodes?.list())?.map(({ url }) => url));
  const isPlatforms = kernel.owns(PLATFORM);
  return ({ kind, companyId, nodeUrl }) => {
    if (companyId !== null) return kernel.owns(companyId);
    return isOfNode(kind) && live.has(nodeUrl) ? nodeUrl === ownUrl(kernel) : isPlatforms;
  };
}

/** One transaction for the row and its mails, so that a crash repeats nothing. */
async function begin(kernel: Kernel, trouble: Trouble): Promise<void> {
  const { kind, companyId, connectionId } = trouble;
  const about = await subjectOf(kernel, trouble);
  if (about === undefined) return;
  const post = await prepareMails(kernel, { kind, companyId });
  kernel.log.error({ kind, companyId, connectionId }, 'an alert began');
  await platformScope(kernel).write(async (tx) => {
    const values = { kind, companyId, connectionId, about, beganAt: tx.now(), news: 'began' as const };
    const row = await tx.db.insert(statusAlerts).values(values).returning().then(insertedRow);
    await post(tx, row, 'began');
    tx.emit('status.changed', null);
  });
}

/** Undefined once it no longer exists. */
async function subjectOf(
  kernel: Kernel,
  { kind, companyId, connectionId, nodeUrl }: Trouble,
): Promise<string | undefined> {
  if (kind === 'mail') return kernel.services.mailHealth.trouble?.reason;
  return companyId && connectionId ? nameConnection(kernel, { companyId, connectionId }) : nodeUrl;
}

async function end(kernel: Kernel, row: AlertRow): Promise<void> {
  const post = await prepareMails(kernel, row);
  kernel.log.info({ kind: row.kind }, 'an alert is over');
  await platformScope(kernel).write(async (tx) => {
    const values = { endedAt: tx.now(), news: 'ended' as const, tries: 0 };
    await tx.db.update(statusAlerts).set(values).where(eq(statusAlerts.id, row.id));
    await post(tx, row, 'ended');
    tx.emit('status.changed', null);
  });
}

export async function forgetOldAlerts({ platform, clock }: Kernel): Promise<void> {
  const before = new Date(clock().getTime() - RETAINED_MS);
  await platform.write((tx) =>
    tx.delete(statusAlerts).where(and(isNotNull(statusAlerts.endedAt), lt(statusAlerts.endedAt, before))),
  );
}
