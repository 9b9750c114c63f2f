import { auditEntries, settings } from '@db/tenant/schema/index.ts';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { yieldToLoop } from '@/core/clock.ts';
import { requireCan } from '@/core/policy.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { countOld, eraseOldMessages, forgetOldMedia } from '@/modules/messages/message-retention.service.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { canErase } from '../erasures.policy.ts';
import type { RetentionForm } from '../erasures.schema.ts';

const NIGHT = '01:00';

type RetentionMonths = { messages: number; media: number };

/** Months; 0 means for ever. */
export async function retentionMonths(scope: Scope): Promise<RetentionMonths> {
  const [messages, media] = [await getSetting(scope, 'keepMessages'), await getSetting(scope, 'keepMedia')];
  return { messages: Number(messages), media: Number(media) };
}

export async function countGoing(scope: Scope, { messages, media }: RetentionForm): Promise<RetentionMonths> {
  requireCan(scope, canErase);
  const before = (months: string) => (months === '0' ? null : monthsAgo(scope.now(), Number(months)));
  return countOld(scope, { messages: before(messages), media: before(media) });
}

/** Throws ERR_NO_PERMISSION; ERR_PROOF_REQUIRED for a shorter retention than before. */
export async function changeRetention(scope: Scope, { messages, media }: RetentionForm): Promise<void> {
  requireCan(scope, canErase);
  await scope.write(async (tx) => {
    await changeSetting(tx, { key: 'keepMessages', value: messages });
    await changeSetting(tx, { key: 'keepMedia', value: media });
  });
}

/** Deletes older messages of closed tickets without a tag each night. The audit log says how many. */
export const oldMessages: CompanyJob = {
  name: 'old messages',
  tables: [auditEntries, settings],
  async dueAt(scope) {
    const saved = await retentionMonths(scope);
    if (saved.messages === 0 && saved.media === 0) return null;
    const [last] = await scope.db
      .select({ at: auditEntries.at })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'retention.done'))
      .orderBy(desc(auditEntries.at))
      .limit(1);
    const [set] = await scope.db
      .select({ at: sql<number>`max(${settings.updatedAt})` })
      .from(settings)
      .where(inArray(settings.key, ['keepMessages', 'keepMedia']));
    return nextNight(scope, new Date(Math.max(last?.at.getTime() ?? 0, Number(set?.at ?? 0))));
  },
  async run(scope) {
    const saved = await retentionMonths(scope);
    const messages = await eachSlice(saved.messages, scope, eraseOldMessages);
    const files = await eachSlice(saved.media, scope, forgetOldMedia);
    await scope.write((tx) => audit(tx, { what: 'retention.done', after: { messages, files } }));
  },
};

function nextNight({ timeZone }: Scope, after: Date): Date {
  const { day } = zonedParts(after, timeZone);
  const night = zonedTime(day, NIGHT, timeZone);
  return night > after ? night : zonedTime(addDays(day, 1), NIGHT, timeZone);
}

type Slice = (tx: Scope, before: Date, after: number) => Promise<{ next: number | null; gone: number }>;

async function eachSlice(months: number, scope: Scope, slice: Slice): Promise<number> {
  if (months === 0) return 0;
  const before = monthsAgo(scope.now(), months);
  let gone = 0;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const done = await scope.write((tx) => slice(tx, before, from));
    gone += done.gone;
    after = scope.kernel.stopping.aborted ? null : done.next;
    await yieldToLoop();
  }
  return gone;
}

/** For the 31st in a shorter month, its last day. */
export function monthsAgo(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - months);
  const days = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(now.getUTCDate(), days));
  return then;
}
