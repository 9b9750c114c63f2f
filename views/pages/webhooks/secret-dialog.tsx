import { webhookPaths } from '@/modules/webhooks/webhook-paths.schema.ts';
import type { WebhookView } from '@/modules/webhooks/webhooks.views.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, goesOnProven } from '../../ui/dialog.tsx';

type SecretDialogProps = {
  webhook: WebhookView;
  /** Shown only once, after creation. */
  secret?: string;
  id: 'webhook-dialog' | 'webhook-secret';
};

export function SecretDialog({ webhook, secret, id }: SecretDialogProps) {
  const t = useT();
  return (
    <Dialog
      id={id}
      title={t('webhooks:secret.title', { name: webhook.name })}
      footer={
        secret ? (
          <Button variant="primary" data-close="">
            {t('common:close')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon="rotate-ccw"
            {...goesOnProven('webhook-secret-renew', 'click')}
            hx-post={webhookPaths.secret(webhook.id)}
            hx-target={`#${id}`}
            hx-swap="outerMorph"
            hx-disable="this"
          >
            {t('webhooks:secret.renew')}
          </Button>
        )
      }
    >
      {secret ? (
        <>
          <p className="text-pretty">{t('webhooks:secret.once')}</p>
          <output className="mt-3 block break-all font-mono text-sm">{secret}</output>
          <Button icon="copy" className="mt-3" data-copy={secret} data-copied={t('common:copied')}>
            {t('webhooks:secret.copy')}
          </Button>
        </>
      ) : (
        <p className="text-pretty">{t('webhooks:secret.renewHint')}</p>
      )}
    </Dialog>
  );
}
