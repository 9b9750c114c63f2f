import type { PlatformListener } from '@/core/events.ts';
import { systemScope } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { listAdministrators } from '@/modules/users/administrators.queries.ts';
import { paths } from '@/paths.ts';

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'invitations:bounced': { company: string; address: string; reason: string; link?: string };
  }
}

/** The invited person cannot know, so administrators are notified to pass the link on themselves. */
export const reportBounced: PlatformListener<'mail.refused'> = async (
  platform,
  { kind, key, companyId, recipient, reason },
) => {
  if (kind !== 'invitations:invited' || companyId === null) return;
  const { kernel } = platform;
  const administrators = await listAdministrators(await systemScope(kernel, companyId));
  const { name: company } = await getCompany(kernel, companyId);
  await platform.write(async (tx) => {
    for (const { email, language } of administrators)
      if (email !== recipient)
        await postMail(tx, {
          kind: 'invitations:bounced',
          key: `${key}:bounced:${email}`,
          recipient: email,
          language,
          companyId,
          values: { company, address: recipient, reason, ...mailLink(kernel, paths.users()) },
        });
  });
};
