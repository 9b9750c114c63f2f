import type { Capacity } from '@/modules/status/capacity.logic.ts';
import type { SampleView, StatusView } from '@/modules/status/status.views.ts';
import { statusPaths } from '@/modules/status/status-paths.schema.ts';
import { type StatusChart, StatusCharts } from '../../../islands/office/status-charts/status-charts.tsx';
import { type I18n, useI18n } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { formatMoment, formatTime } from '../../parts/messages/dates.ts';
import { RenderedState } from '../../ui/state-markup.tsx';
import { AlertSettings, type AlertSettingsProps } from './alert-settings.tsx';
import { MB, megabytes, percent, whole } from './figures.ts';
import { MoveCompany, NodesPanel } from './nodes.tsx';

const GB = 1_000 * MB;

export function StatusNow({ status: { alerts, now, capacity, nodes, sendsMail } }: { status: StatusView }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <section aria-labelledby="status-title" className="mb-4 flex flex-col gap-4">
      <div className="panel flex flex-col gap-2 p-4" data-status={alerts.length > 0 ? 'alert' : 'well'}>
        <h2 id="status-title" className={`font-semibold ${alerts.length > 0 ? 'text-error' : ''}`}>
          {t(alerts.length > 0 ? 'status:notWell' : 'status:well')}
        </h2>
        {alerts.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {alerts.map(({ id, kind, about, isOfNode, companyId, beganAt }) => (
              <li key={id} className="wrap-anywhere">
                {t(`status:alert.${kind}`, { about, company: companyId ?? '' })}{' '}
                {isOfNode && about !== '' ? `(${about}) ` : null}
                <time dateTime={beganAt} className="text-muted text-sm">
                  {t('status:since', { at: formatMoment(beganAt, i18n) })}
                </time>
              </li>
            ))}
          </ul>
        ) : null}
        {now.failing > 0 ? <p className="text-error">{t('status:failing', { count: now.failing })}</p> : null}
        {sendsMail ? null : <p className="text-muted text-sm">{t('status:noMail')}</p>}
      </div>
      {nodes ? <NodesPanel nodes={nodes} /> : null}
      <CapacityPanel capacity={capacity} />
      <div className="panel flex flex-col gap-2 p-4">
        <Facts facts={factsOf(now, i18n)} />
        <details id="status-details">
          <summary className="w-fit cursor-pointer py-1 text-muted text-sm">{t('status:details')}</summary>
          <Facts facts={technicalFactsOf(now, i18n)} />
        </details>
      </div>
    </section>
  );
}

function CapacityPanel({ capacity }: { capacity: Capacity }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { level, companies, memory, processor } = capacity;
  return (
    <div className="panel flex flex-col gap-2 p-4" data-capacity={level}>
      <h2 className="font-semibold">{t(`status:capacity.${level}`)}</h2>
      {level === 'enough' ? null : <p className="text-sm">{t('status:capacity.grow')}</p>}
      <Facts
        facts={[
          [
            'companies',
            Number.isFinite(companies.most)
              ? t('status:capacity.of', {
                  used: whole(companies.used, i18n),
                  most: whole(companies.most, i18n),
                })
              : whole(companies.used, i18n),
          ],
          [
            'memoryPeak',
            t('status:capacity.of', {
              used: percent(memory.used / memory.most, i18n),
              most: megabytes(memory.most, i18n),
            }),
          ],
          ['processor', percent(processor, i18n)],
        ]}
      />
    </div>
  );
}

type Fact = [key: string, value: string];

function Facts({ facts }: { facts: Fact[] }) {
  const { t } = useI18n();
  return (
    <dl className="dash-facts">
      {facts.map(([key, value]) => (
        <div key={key} data-fact={key}>
          <dt>{t(`status:now.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type StatusTabProps = AlertSettingsProps & { status: StatusView };

export function StatusTab({ status: { samples, nodes }, ...alerts }: StatusTabProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <>
      <section aria-labelledby="status-day" className="mb-6">
        <h2 id="status-day" className="font-semibold">
          {t('status:day')}
        </h2>
        <p className="mb-3 text-muted text-sm">{t('status:p95')}</p>
        <div
          id="status-charts"
          hx-get={statusPaths.page()}
          hx-trigger="every 300s"
          hx-select="#status-charts"
          hx-target="this"
          hx-swap="outerHTML"
        >
          {samples.length > 0 ? (
            <Island
              of={StatusCharts}
              name="status-charts"
              namespaces={['common']}
              className="dash-charts"
              props={{ charts: chartsOf(samples, i18n) }}
            />
          ) : (
            <RenderedState icon="clock" title={t('status:noSamples')} text={t('status:noSamplesHint')} />
          )}
        </div>
      </section>
      {nodes ? <MoveCompany nodes={nodes} values={{}} errors={{}} /> : null}
      <AlertSettings {...alerts} />
    </>
  );
}

function factsOf(now: StatusView['now'], i18n: I18n): Fact[] {
  const { t } = i18n;
  return [
    ['memory', megabytes(now.memoryBytes, i18n)],
    ['free', now.freeBytes === null ? t('status:unknown') : `${whole(now.freeBytes / GB, i18n, 1)} GB`],
    ['connected', whole(now.connected, i18n)],
    ['unconnected', whole(now.unconnected, i18n)],
    ['outbox', whole(now.outboxWaiting, i18n)],
    ['oldest', t('status:minutes', { count: Math.round(now.outboxOldestMs / 60_000) })],
    ['proven', now.provenAt === null ? t('status:never') : formatMoment(now.provenAt, i18n)],
  ];
}

function technicalFactsOf(now: StatusView['now'], i18n: I18n): Fact[] {
  return [
    ['delay', `${whole(now.loopDelayMs, i18n)} ms`],
    ['sockets', whole(now.sockets, i18n)],
    ['databases', whole(now.databases, i18n)],
    ['writes', whole(now.writesWaiting, i18n)],
  ];
}

const CHARTS: { key: string; unit: string; of: (sample: SampleView) => number | null }[] = [
  { key: 'delay', unit: 'ms', of: ({ loopDelayMs }) => loopDelayMs },
  { key: 'memory', unit: 'MB', of: ({ memoryBytes }) => memoryBytes / MB },
  { key: 'stored', unit: 'ms', of: ({ storedMs }) => storedMs },
  { key: 'sent', unit: 's', of: ({ sentMs }) => (sentMs === null ? null : sentMs / 1_000) },
  { key: 'outbox', unit: '', of: ({ outboxWaiting }) => outboxWaiting },
  { key: 'sockets', unit: '', of: ({ sockets }) => sockets },
];

function chartsOf(samples: SampleView[], i18n: I18n): StatusChart[] {
  const labels = samples.map(({ at }) => formatTime(at, i18n));
  return CHARTS.map(({ key, unit, of }) => ({
    key,
    title: i18n.t(`status:chart.${key}`),
    series: unit || i18n.t(`status:chart.${key}`),
    bars: { labels, values: samples.map((sample) => Math.round((of(sample) ?? 0) * 10) / 10) },
  }));
}
