import { mails } from '@db/platform/schema/index.ts';
import { inArray } from 'drizzle-orm';
import type { Locale } from '@/core/i18n.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { encryptField } from './encrypt-mail.logic.ts';

/**
 * Values of each mail's texts; a `link` becomes its button. Billing's kind dueSoon uses
 * `billing:mail.dueSoon.subject`, `.text` (paragraphs separated by empty lines) and, with a link, `.button`. Modules
 * add theirs: `declare module '@/modules/mail/mail.service.ts' { interface MailKinds { … } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by declaration merging
export interface MailKinds {}
export type MailKind = keyof MailKinds;

type MailValues = { [name: string]: string | undefined };

export type Mail<K extends MailKind> = {
  kind: K;
  /** Identifies the cause: a second mail with the same key is not created. */
  key: string;
  recipient: string;
  language: Locale;
  companyId: number | null;
  /** Strings: numbers, days and amounts are formatted for the reader (`languages.schema.ts`). */
  values: MailKinds[K] extends MailValues ? MailKinds[K] : never;
  /** Milliseconds after which it is not sent any more; default two days. */
  usefulFor?: number;
};

const USEFUL_MS = 2 * 86_400_000;

/** Call in the transaction of its cause: the mail is sent after the commit, also after a crash. */
export async function postMail<K extends MailKind>(tx: PlatformScope, mail: Mail<K>): Promise<void> {
  const { values, usefulFor = USEFUL_MS, ...row } = mail;
  await tx.write(async (joined) => {
    const now = joined.now();
    await joined.db
      .insert(mails)
      .values({
        ...row,
        encryptedValues: encryptField(tx.kernel, mail.key, values),
        createdAt: now,
        nextTryAt: now,
        usefulUntil: new Date(now.getTime() + usefulFor),
      })
      .onConflictDoNothing({ target: mails.key });
    // For the person installing the app: without a mail server, the log is the only place to find a code or link.
    if (!tx.kernel.services.mailTransport)
      joined.afterCommit(() =>
        tx.log.debug({ kind: mail.kind, ...(values as object) }, 'mail is not set up'),
      );
  });
}

export async function dropMailsTo(tx: PlatformScope, addresses: string[]): Promise<void> {
  await tx.db.delete(mails).where(inArray(mails.recipient, addresses));
}
