import type { Locale } from '@/core/i18n.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { type Kernel, systemScope } from '@/core/scope.ts';
import { listSuperAdministrators } from '@/modules/backups/super-administrators.queries.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { listAdministrators } from '@/modules/users/administrators.queries.ts';
import { paths } from '@/paths.ts';
import { formatMoment } from '@/schemas/languages.schema.ts';
import type { SessionTarget } from '@/whatsapp/port.ts';
import { getAlertSettings } from './alert-settings.service.ts';
import type { AlertRow } from './alerts.service.ts';
import { isOfNode } from './find-troubles.logic.ts';
import { type AlertKind, addressesOf } from './status.schema.ts';
import { statusPaths } from './status-paths.schema.ts';

type Values = { link?: string; date: string; connection: string; node: string };
declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'status:disk': Values;
    'status:backup': Values;
    'status:outbox': Values;
    'status:desk': Values;
    'status:connection': Values;
    'status:diskOver': Values;
    'status:backupOver': Values;
    'status:outboxOver': Values;
    'status:deskOver': Values;
    'status:connectionOver': Values;
  }
}

const BEGAN = {
  disk: { kind: 'status:disk' },
  backup: { kind: 'status:backup' },
  outbox: { kind: 'status:outbox' },
  desk: { kind: 'status:desk' },
  connection: { kind: 'status:connection' },
} as const;
const ENDED = {
  disk: { kind: 'status:diskOver' },
  backup: { kind: 'status:backupOver' },
  outbox: { kind: 'status:outboxOver' },
  desk: { kind: 'status:deskOver' },
  connection: { kind: 'status:connectionOver' },
} as const;

type MailedKind = keyof typeof BEGAN;
type Receiver = { email: string; language: Locale };
type Post = (tx: PlatformScope, row: AlertRow, news: 'began' | 'ended') => Promise<void>;

/** Undefined when it was deleted, or its company is permanently hibernated. */
export async function nameConnection(
  kernel: Kernel,
  { companyId, connectionId }: SessionTarget,
): Promise<string | undefined> {
  const { db } = await systemScope(kernel, companyId);
  const row = await db.query.connections.findFirst({ where: (t, { eq }) => eq(t.id, connectionId) });
  return row?.name;
}

export async function prepareMails(
  kernel: Kernel,
  { kind, companyId }: { kind: AlertKind; companyId: number | null },
): Promise<Post> {
  // Mails about failing mails would arrive when it is over; the webhook, the pages and the log report it.
  if (kind === 'mail') return async () => undefined;
  const receivers =
    companyId === null
      ? await listReceivers(kernel, kind)
      : await listAdministrators(await systemScope(kernel, companyId));
  const timeZone = companyId === null ? kernel.config.timeZone : await kernel.timeZoneOf(companyId);
  const path = companyId === null ? statusPaths.page() : paths.connections();
  return async (tx, row, news) => {
    for (const { email, language } of receivers)
      await postMail(tx, {
        ...(news === 'began' ? BEGAN : ENDED)[kind],
        key: `status:${row.id}:${news}:${email}`,
        recipient: email,
        language,
        companyId,
        values: {
          ...mailLink(kernel, path),
          connection: row.about,
          node: isOfNode(kind) && row.about !== '' ? `(${row.about})` : '',
          date: formatMoment(tx.now(), { locale: language, timeZone }),
        },
      });
  };
}

async function listReceivers(kernel: Kernel, kind: MailedKind): Promise<Receiver[]> {
  const own = await listSuperAdministrators(kernel);
  const { addresses } = await getAlertSettings(kernel);
  if (addresses === '') return kind === 'backup' ? [] : own;
  const language = own[0]?.language ?? 'pt';
  const recipients = addressesOf(addresses).map((email) => ({ email, language }));
  // The backup module mails the platform's administrators itself.
  return kind === 'backup'
    ? recipients.filter(({ email }) => own.every((one) => one.email !== email))
    : recipients;
}
