import type { HealthById, MachineHealthView } from '@/modules/prompts/machine-health.views.ts';
import { type Translate, useI18n } from '../../i18n.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { lastUpdate } from '../connections/last-update.ts';

const TONES: Record<MachineHealthView['state'], Tone> = {
  answers: 'success',
  fails: 'warning',
  rests: 'error',
};

/** On whose word a list is fetched anew. */
export const HEALTH_CHANNEL = 'machine-health';

export const healthColumn = <T extends { id: number }>(t: Translate, health: HealthById): Column<T> => ({
  key: 'health',
  label: t('machines:health.label'),
  cell: ({ id }) => <MachineHealth health={health[id]} />,
});

function MachineHealth({ health }: { health: MachineHealthView | undefined }) {
  const { t, timeZone } = useI18n();
  if (!health) return <span className="text-muted">{t('machines:health.unused')}</span>;
  const { state, calls, answered, lastCallAt, lastErrorAt, lastError, restsUntil } = health;
  const shown = (at: string | null) => (at === null ? '' : lastUpdate(at, timeZone));
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm">
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone={TONES[state]}>{t(`machines:health.state.${state}`, { until: shown(restsUntil) })}</Badge>
        <span className="text-muted">{t('machines:health.ratio', { answered, count: calls })}</span>
      </span>
      <span className="text-muted">{t('machines:health.lastCall', { at: shown(lastCallAt) })}</span>
      {lastErrorAt && lastError ? (
        <span className="wrap-anywhere text-muted">
          {t('machines:health.lastError', {
            at: shown(lastErrorAt),
            fault: t(`machines:fault.${lastError}`),
          })}
        </span>
      ) : null}
    </div>
  );
}
