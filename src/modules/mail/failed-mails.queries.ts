import { mails } from '@db/platform/schema/index.ts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { MAILS_PER_PAGE, type MailFilter } from './mail.schema.ts';
import type { MailRow } from './mail-letter.queries.ts';

export type FailedMailView = {
  id: number;
  kind: string;
  recipient: string;
  reason: string | null;
  createdAt: string;
  canSendAgain: boolean;
};
/** 'off' without a mail server in the configuration, 'unknown' before the first check. */
export type MailState =
  | { is: 'off' | 'unknown' | 'usable' }
  | { is: 'unusable'; since: string; reason: string };
export type FailedMailPage = { records: FailedMailView[]; hasMore: boolean };

export async function listFailedMails(scope: Scope, filter: MailFilter): Promise<FailedMailPage> {
  requireSuper(scope);
  const size = sizeOf(filter, MAILS_PER_PAGE);
  const rows = await platformOf(scope)
    .db.select()
    .from(mails)
    .where(and(IS_FAILED, matching(filter.searchParam), cursor(filter.after)))
    .orderBy(desc(mails.id))
    .limit(size + 1)
    .offset(offsetOf(filter, MAILS_PER_PAGE));
  const page = cutPage(rows, size);
  return { records: page.rows.map((row) => toFailedMailView(row, scope.now())), hasMore: page.hasMore };
}

export function getMailState(scope: Scope): MailState {
  requireSuper(scope);
  const { mailTransport, mailHealth } = scope.kernel.services;
  if (!mailTransport) return { is: 'off' };
  const { trouble, isKnown } = mailHealth;
  if (!trouble) return { is: isKnown ? 'usable' : 'unknown' };
  return { is: 'unusable', since: trouble.since.toISOString(), reason: trouble.reason };
}

const MAX_COUNTED = 100;

export async function countFailedMails(scope: Scope): Promise<number> {
  requireSuper(scope);
  const { db, remember } = platformOf(scope);
  return remember([mails], 'failed mails', async () => {
    const rows = await db.select({ id: mails.id }).from(mails).where(IS_FAILED).limit(MAX_COUNTED);
    return rows.length;
  });
}

/** A mail server that cannot be used counts as one. Throws ERR_NO_SUPER. */
export async function countMailTroubles(scope: Scope): Promise<number> {
  const failed = await countFailedMails(scope);
  return failed + (scope.kernel.services.mailHealth.trouble ? 1 : 0);
}

export function canSendAgain({ status, encryptedValues, usefulUntil }: MailRow, now: Date): boolean {
  return status === 'failed' && encryptedValues !== null && usefulUntil > now;
}

const IS_FAILED = eq(mails.status, 'failed');

function matching(text: string): SQL | undefined {
  return text ? containsText(text, mails.recipient) : undefined;
}

function cursor(after: number | undefined): SQL | undefined {
  return after ? afterRow(mails.id, [sql`-${mails.id}`], after) : undefined;
}

function toFailedMailView(row: MailRow, now: Date): FailedMailView {
  const { id, kind, recipient, lastError, createdAt } = row;
  return {
    id,
    kind,
    recipient,
    reason: lastError,
    createdAt: createdAt.toISOString(),
    canSendAgain: canSendAgain(row, now),
  };
}
