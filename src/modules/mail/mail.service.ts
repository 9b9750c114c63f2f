import { mails } from '@db/platform/schema/index.ts';
import { inArray } from 'drizzle-orm';
import type { Locale } from '@/kernel/i18n.ts';
import type { PlatformScope } from '@/kernel/platform-scope.ts';
import { seal } from './seal.ts';

/**
 * Values of each mail's texts; a `link` becomes its button. The texts of the kind
 * dueSoon of billing are `billing:mail.dueSoon.subject`, `.text` (paragraphs parted by empty lines) and, with a link, `.button`. Modules add
 * theirs: `declare module '@/modules/mail/mail.service.ts' { interface MailKinds { … } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface MailKinds {}
export type MailKind = keyof MailKinds;

type Words = { [name: string]: string | undefined };

export type Mail<K extends MailKind> = {
  kind: K;
  /** Names the cause: a mail with a known key is not written again. */
  key: string;
  recipient: string;
  language: Locale;
  companyId: number | null;
  /** Words: a number, a day, an amount comes as the reader writes it (`languages.schema.ts`). */
  values: MailKinds[K] extends Words ? MailKinds[K] : never;
  /** Not sent any more after so many milliseconds; two days unless told. */
  usefulFor?: number;
};

const USEFUL_MS = 2 * 86_400_000;

/** To be joined to the transaction of its cause: it is sent after the commit, and again after a crash. */
export async function postMail<K extends MailKind>(tx: PlatformScope, mail: Mail<K>): Promise<void> {
  const { values, usefulFor = USEFUL_MS, ...row } = mail;
  await tx.write(async (joined) => {
    const now = joined.now();
    await joined.db
      .insert(mails)
      .values({
        ...row,
        sealed: seal(tx.kernel, mail.key, values),
        createdAt: now,
        nextTryAt: now,
        usefulUntil: new Date(now.getTime() + usefulFor),
      })
      .onConflictDoNothing({ target: mails.key });
    // For the person who sets the desk up: without a mail server a code or link is found here, and nowhere else.
    if (!tx.kernel.services.mailTransport)
      joined.afterCommit(() =>
        tx.log.debug({ kind: mail.kind, ...(values as object) }, 'mail is not set up'),
      );
  });
}

/** Of people who are nobody any more: also what was sent. */
export async function dropMailsTo(tx: PlatformScope, addresses: string[]): Promise<void> {
  await tx.db.delete(mails).where(inArray(mails.recipient, addresses));
}
