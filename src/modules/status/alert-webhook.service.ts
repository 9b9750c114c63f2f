import { statusAlerts } from '@db/platform/schema/index.ts';
import { asc, eq, isNotNull } from 'drizzle-orm';
import type { Kernel } from '@/core/scope.ts';
import { getAlertSettings } from './alert-settings.service.ts';
import type { AlertRow } from './alerts.service.ts';

const MAX_TRIES = 10;
const MAX_AT_ONCE = 20;
const PATIENCE_MS = 10_000;

/** Once a minute, in order; dropped after ten failed tries, as the mail was sent anyway. */
export async function callAlertWebhook(kernel: Kernel): Promise<void> {
  const { url } = await getAlertSettings(kernel);
  const rows = await kernel.platform.db
    .select()
    .from(statusAlerts)
    .where(isNotNull(statusAlerts.news))
    .orderBy(asc(statusAlerts.id))
    .limit(MAX_AT_ONCE);
  for (const row of rows) {
    const isTaken = url === '' || (await post(kernel, url, row));
    const isOver = isTaken || row.tries + 1 >= MAX_TRIES;
    await kernel.platform.write((tx) =>
      tx
        .update(statusAlerts)
        .set(isOver ? { news: null } : { tries: row.tries + 1 })
        .where(eq(statusAlerts.id, row.id)),
    );
    if (!isTaken) return;
  }
}

async function post({ services, log }: Kernel, url: string, row: AlertRow): Promise<boolean> {
  const { id, kind, news, companyId, about, beganAt, endedAt } = row;
  const payload = { id, alert: kind, news, companyId, about, beganAt, endedAt };
  const body = JSON.stringify({
    text: `Balcão: ${kind} ${news === 'ended' ? 'OK' : '!'} ${about}`.trim(),
    ...payload,
  });
  try {
    const reply = await services.safeCall(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      timeoutMs: PATIENCE_MS,
      maxBytes: 0,
    });
    await reply.body?.cancel();
    return reply.ok;
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : '' }, 'an alert did not reach its webhook');
    return false;
  }
}
