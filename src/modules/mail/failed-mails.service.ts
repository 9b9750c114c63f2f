import { mails } from '@db/platform/schema/index.ts';
import { and, eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canSendAgain } from './failed-mails.queries.ts';
import type { MailRow } from './mail-letter.queries.ts';

/** Throws ERR_NO_SUPER, ERR_NO_MAIL_FOUND, ERR_MAIL_TOO_LATE. */
export async function sendMailAgain(scope: Scope, { mailId }: { mailId: number }): Promise<void> {
  requireSuper(scope);
  await change(scope, mailId, 'mail.repeated', (row, tx) => {
    if (!canSendAgain(row, tx.now())) throw new AppError('ERR_MAIL_TOO_LATE');
    return { status: 'waiting', tries: 0, nextTryAt: tx.now() };
  });
}

/** Its key remains for a while, so the same cause creates no other mail. Throws ERR_NO_SUPER, ERR_NO_MAIL_FOUND. */
export async function dropMail(scope: Scope, { mailId }: { mailId: number }): Promise<void> {
  requireSuper(scope);
  await change(scope, mailId, 'mail.deleted', () => ({ status: 'dropped', encryptedValues: null }));
}

async function change(
  scope: Scope,
  mailId: number,
  what: 'mail.repeated' | 'mail.deleted',
  to: (row: MailRow, tx: PlatformScope) => Partial<MailRow>,
): Promise<void> {
  await platformOf(scope).write(async (tx) => {
    const row = await tx.db.query.mails.findFirst({
      where: and(eq(mails.id, mailId), eq(mails.status, 'failed')),
    });
    if (!row) throw new AppError('ERR_NO_MAIL_FOUND');
    await tx.db.update(mails).set(to(row, tx)).where(eq(mails.id, mailId));
    await audit(tx, { what, on: { id: mailId, name: row.recipient } });
    tx.emit('mails.failed', null);
  });
}
