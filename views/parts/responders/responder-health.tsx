import type { HealthById, ResponderHealthView } from '@/modules/prompts/responder-health.views.ts';
import { type Translate, useI18n } from '../../i18n.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { formatMoment } from '../messages/dates.ts';

const TONES: Record<ResponderHealthView['state'], Tone> = {
  answers: 'success',
  fails: 'warning',
  rests: 'error',
};

export const HEALTH_CHANNEL = 'machine-health';

export const healthColumn = <T extends { id: number }>(t: Translate, health: HealthById): Column<T> => ({
  key: 'health',
  label: t('responders:health.label'),
  cell: ({ id }) => <ResponderHealth health={health[id]} />,
});

function ResponderHealth({ health }: { health: ResponderHealthView | undefined }) {
  const { t, timeZone } = useI18n();
  if (!health) return <span className="text-muted">{t('responders:health.unused')}</span>;
  const { state, calls, answered, lastCallAt, lastErrorAt, lastError, pausedUntil } = health;
  const shown = (at: string | null) => (at === null ? '' : formatMoment(at, { timeZone }));
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm">
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone={TONES[state]}>
          {t(`responders:health.state.${state}`, { until: shown(pausedUntil) })}
        </Badge>
        <span className="text-muted">{t('responders:health.ratio', { answered, count: calls })}</span>
      </span>
      <span className="text-muted">{t('responders:health.lastCall', { at: shown(lastCallAt) })}</span>
      {lastErrorAt && lastError ? (
        <span className="wrap-anywhere text-muted">
          {t('responders:health.lastError', {
            at: shown(lastErrorAt),
            fault: t(`responders:fault.${lastError}`),
          })}
        </span>
      ) : null}
    </div>
  );
}
