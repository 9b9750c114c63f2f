import type { ConnectionHealth } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { useI18n } from '../../i18n.tsx';
import { ConnectionStatusCell } from '../../parts/connections/connection-status.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';

type HealthProps = { health: ConnectionHealth };

export function HealthDialog({ name, health }: HealthProps & { name: string }) {
  const { t } = useI18n();
  return (
    <Dialog id="connection-health" title={t('connections:health.title', { name })} size="sm">
      <div
        id="connection-facts"
        hx-get={paths.connectionFacts(health.id)}
        hx-trigger="refresh:whatsappSession from:document, refresh:appMessage from:document throttle:2s, every 15s"
        hx-target="this"
        hx-swap="innerMorph"
        hx-sync="this:replace"
      >
        <HealthFacts health={health} />
      </div>
    </Dialog>
  );
}

export function HealthFacts({ health }: HealthProps) {
  const { t, timeZone } = useI18n();
  const at = (iso: string | null) => (iso ? formatMoment(iso, { timeZone }) : t('connections:health.never'));
  const { lastReceivedAt, lastSentAt, received, sent, reconnects, waiting, givenUp } = health;
  const facts: [key: string, value: string | number, isBad?: boolean][] = [
    ['lastReceived', at(lastReceivedAt)],
    ['lastSent', at(lastSentAt)],
    ['received', received],
    ['sent', sent],
    ['reconnects', reconnects],
    ['waiting', waiting, waiting > 0],
    ['givenUp', givenUp, givenUp > 0],
  ];
  return (
    <>
      <div role="status">
        <ConnectionStatusCell connection={health} />
      </div>
      <dl className="mt-4 flex flex-col gap-2">
        {facts.map(([key, value, isBad]) => (
          <div key={key} data-fact={key} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted text-sm">{t(`connections:health.${key}`)}</dt>
            <dd
              className={`whitespace-nowrap text-end font-medium tabular-nums ${isBad ? 'text-warning' : ''}`}
            >
              {key === 'givenUp' && isBad ? (
                <a className="link" href={paths.failedMessages({ whatsappId: health.id })}>
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
