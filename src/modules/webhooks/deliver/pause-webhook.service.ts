import { webhooks } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import type { Scope } from '@/core/scope.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { listAdministrators } from '@/modules/users/administrators.queries.ts';
import { webhookPaths } from '../webhook-paths.schema.ts';
import type { WebhookRow } from '../webhooks.queries.ts';

declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'webhooks:failing': { link?: string; name: string; host: string };
    'webhooks:gone': { link?: string; name: string; host: string };
  }
}

export type Pause = NonNullable<WebhookRow['pausedFor']>;

const MAILS = { failing: { kind: 'webhooks:failing' }, gone: { kind: 'webhooks:gone' } } as const;

/** Before the pause is stored: after a crash in between the mail's key prevents a second mail. */
export async function notifyAdministrators(
  scope: Scope,
  hook: WebhookRow,
  { pause, cause }: { pause: Pause; cause: string },
): Promise<void> {
  const { kernel, companyId } = scope;
  const admins = await listAdministrators(scope);
  const occasion = pause === 'gone' ? cause : String(hook.failingSince?.getTime());
  await platformScope(kernel).write(async (platform) => {
    for (const { id, email, language } of admins)
      await postMail(platform, {
        ...MAILS[pause],
        key: `webhooks:${companyId}:${hook.id}:${occasion}:${id}`,
        recipient: email,
        language,
        companyId,
        values: {
          ...mailLink(kernel, webhookPaths.log(hook.id)),
          name: hook.name,
          host: new URL(hook.url).host,
        },
      });
  });
}

export async function pauseHook(tx: Scope, webhookId: number, pause: Pause): Promise<void> {
  await tx.db
    .update(webhooks)
    .set({ pausedAt: tx.now(), pausedFor: pause, updatedAt: tx.now() })
    .where(eq(webhooks.id, webhookId));
  tx.log.warn({ companyId: tx.companyId, webhookId, pause }, 'a webhook was paused');
  tx.emit('webhook.changed', { webhookId, action: 'update' });
}
