import { webhookPaths } from '@/modules/webhooks/webhook-paths.schema.ts';
import type { WebhookDeliveryDetail } from '@/modules/webhooks/webhooks.views.ts';
import { useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DELIVERY_TONES } from './deliveries-page.tsx';
import { reasonText } from './webhook-state.tsx';

export function DeliveryDialog({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t, timeZone } = useI18n();
  const { id, webhookId, event, uuid, state, attempts, body, answer, triedAt } = delivery;
  const reason = reasonText(t, delivery);
  return (
    <Dialog
      id="webhook-delivery"
      title={event}
      size="lg"
      footer={
        <>
          {event !== 'test' && state !== 'waiting' ? (
            <Button
              variant="primary"
              icon="rotate-ccw"
              hx-post={webhookPaths.replay(webhookId, id)}
              hx-swap="none"
              hx-disable="this"
            >
              {t('webhooks:replay.one')}
            </Button>
          ) : null}
          <Button variant="ghost" data-close="">
            {t('common:close')}
          </Button>
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={DELIVERY_TONES[state]}>{t(`webhooks:delivery.${state}`)}</Badge>
        {reason ? <span className="text-sm">{reason}</span> : null}
        {triedAt ? (
          <span className="text-muted text-sm">
            {t('webhooks:log.tried', { count: attempts, at: formatMoment(triedAt, { timeZone }) })}
          </span>
        ) : null}
      </p>
      <p className="mt-2 break-all font-mono text-muted text-xs">webhook-id: {uuid}</p>
      <Text title={t('webhooks:log.body')} text={pretty(body)} />
      {answer ? <Text title={t('webhooks:log.answerText')} text={answer} /> : null}
    </Dialog>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className="mt-4 mb-1 font-medium text-sm">{title}</h3>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={title}
        className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap rounded-field bg-base-200 p-3 font-mono text-xs"
      >
        {text}
      </section>
    </>
  );
}

const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
