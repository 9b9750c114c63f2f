import type { Stretch } from '@/modules/campaigns/report/report.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { formatShortMoment } from '../../parts/messages/dates.ts';

const HEIGHT = 100;
const STEP = 10;

export function ReportChart({ stretches }: { stretches: Stretch[] }) {
  const { t, timeZone } = useI18n();
  const most = Math.max(1, ...stretches.flatMap(({ sends, replies }) => [sends, replies]));
  const at = (moment: string) => formatShortMoment(moment, { timeZone });
  const first = stretches[0];
  const last = stretches.at(-1);
  if (!first || !last) return null;
  return (
    <figure className="panel p-4">
      <figcaption className="mb-2 flex flex-wrap gap-x-4 text-sm">
        <span className="mr-auto font-semibold">{t('campaigns:reportPage.chart')}</span>
        <Key of="sends" label={t('campaigns:reportPage.sends')} />
        <Key of="replies" label={t('campaigns:reportPage.replies')} />
      </figcaption>
      <svg
        className="campaign-chart"
        viewBox={`0 0 ${stretches.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('campaigns:reportPage.chart')}
      >
        {stretches.map(({ at: moment, sends, replies }, index) => (
          <g key={moment}>
            <title>{`${at(moment)} · ${t('campaigns:reportPage.sends')} ${sends} · ${t('campaigns:reportPage.replies')} ${replies}`}</title>
            <Column of="sends" x={index * STEP + 1} part={sends / most} />
            <Column of="replies" x={index * STEP + 5} part={replies / most} />
          </g>
        ))}
      </svg>
      <p className="flex justify-between text-muted text-xs">
        <span>{at(first.at)}</span>
        <span>{at(last.at)}</span>
      </p>
    </figure>
  );
}

type Of = 'sends' | 'replies';

function Column({ of, x, part }: { of: Of; x: number; part: number }) {
  return <rect data-of={of} x={x} y={HEIGHT * (1 - part)} width={3.5} height={HEIGHT * part} />;
}

function Key({ of, label }: { of: Of; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg className="campaign-chart size-3!" viewBox="0 0 1 1" aria-hidden="true">
        <rect data-of={of} width="1" height="1" />
      </svg>
      {label}
    </span>
  );
}
