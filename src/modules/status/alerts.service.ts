import { statusAlerts } from '@db/platform/schema/index.ts';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { nameConnection, prepareMails } from './alert-mails.service.ts';
import { getAlertSettings } from './alert-settings.service.ts';
import { findTroubles, keyOf, type Trouble } from './find-troubles.logic.ts';
import type { Vitals } from './vitals.queries.ts';

export type AlertRow = typeof statusAlerts.$inferSelect;

const RETAINED_MS = 90 * 86_400_000;

export function listOpenAlerts({ platform }: Kernel): Promise<AlertRow[]> {
  return platform.db.select().from(statusAlerts).where(isNull(statusAlerts.endedAt));
}

export async function watchVitals(kernel: Kernel, vitals: Vitals): Promise<void> {
  const { level } = await kernel.space.check();
  const limits = await getAlertSettings(kernel);
  const found = findTroubles(vitals, kernel.services.whatsapp.states(), level, limits);
  const open = new Map((await listOpenAlerts(kernel)).map((row) => [keyOf(row), row]));
  const { begun, ended } = kernel.services.status.watch.step(kernel.ticks(), found, [...open.keys()]);
  for (const trouble of begun) await begin(kernel, trouble);
  for (const key of ended) {
    const row = open.get(key);
    if (row) await end(kernel, row);
  }
}

/** One transaction for the row and its mails, so that a crash repeats nothing. */
async function begin(kernel: Kernel, { kind, companyId, connectionId }: Trouble): Promise<void> {
  const about = await subjectOf(kernel, { kind, companyId, connectionId });
  if (about === undefined) return;
  const post = await prepareMails(kernel, { kind, companyId });
  kernel.log.error({ kind, companyId, connectionId }, 'an alert began');
  await platformScope(kernel).write(async (tx) => {
    const values = { kind, companyId, connectionId, about, beganAt: tx.now(), news: 'began' as const };
    const [row] = await tx.db.insert(statusAlerts).values(values).returning();
    if (row) await post(tx, row, 'began');
    tx.emit('status.changed', null);
  });
}

/** Undefined once it no longer exists. */
async function subjectOf(
  kernel: Kernel,
  { kind, companyId, connectionId }: Omit<Trouble, 'patienceMs'>,
): Promise<string | undefined> {
  if (kind === 'mail') return kernel.services.mailHealth.trouble?.reason;
  return companyId && connectionId ? nameConnection(kernel, { companyId, connectionId }) : '';
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
