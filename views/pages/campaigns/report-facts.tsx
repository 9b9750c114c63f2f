import type { CampaignView } from '@/modules/campaigns/campaigns.views.ts';
import type { Report } from '@/modules/campaigns/report/report.queries.ts';
import { campaignPaths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { formatShortMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { TONES } from './campaigns-page.tsx';
import { ReportChart } from './report-chart.tsx';

type FactsProps = { campaign: CampaignView; report: Report; now: string };

/** Spec part 2 §4: refreshed once more five seconds after the end. */
const AGAIN_MS = 5_000;

export function ReportFacts({ campaign, report, now }: FactsProps) {
  const { completedAt, id } = campaign;
  const hasJustEnded = completedAt !== null && Date.parse(now) - Date.parse(completedAt) < AGAIN_MS;
  return (
    <div className="flex flex-col gap-4">
      <Stopped campaign={campaign} />
      <Bar campaign={campaign} report={report} />
      <Cards campaign={campaign} report={report} />
      <Today campaign={campaign} report={report} />
      <ReportChart stretches={report.stretches} />
      {hasJustEnded ? (
        <div
          id="campaign-report-again"
          hx-get={campaignPaths.report(id)}
          hx-trigger={`load delay:${AGAIN_MS / 1_000}s`}
          hx-target="#campaign-report"
          hx-swap="innerMorph"
        />
      ) : null}
    </div>
  );
}

function Stopped({ campaign: { stoppedFor } }: { campaign: CampaignView }) {
  const t = useT();
  if (!stoppedFor) return null;
  return (
    <div role="alert" className="notice tone-error">
      <Icon name="alert-triangle" size={18} />
      <span>
        {stoppedFor === 'file_list_deleted' ? null : <b>{t('campaigns:stoppedTitle')}. </b>}
        {t(`campaigns:stopped.${stoppedFor}`)}
      </span>
    </div>
  );
}

function Bar({ campaign: { id, name, status }, report: { progress, waits } }: Omit<FactsProps, 'now'>) {
  const t = useT();
  const { percent, failed } = progress;
  return (
    <section className="panel p-4" aria-label={t('campaigns:reportPage.progress')}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Badge tone={TONES[status]}>{t(`campaigns:states.${status}`)}</Badge>
        <span className="mr-auto text-muted text-sm">{waits ? t(`campaigns:waits.${waits}`) : null}</span>
        {failed > 0 ? (
          <Button size="sm" icon="rotate-ccw" hx-post={campaignPaths.retry(id)} hx-swap="none">
            {t('campaigns:reportPage.retry')}
          </Button>
        ) : null}
        {status === 'EM_ANDAMENTO' ? (
          <Button size="sm" icon="pause" {...opensDialog(campaignPaths.confirmStop(id))}>
            {t('campaigns:stop')}
          </Button>
        ) : null}
        {status === 'CANCELADA' ? (
          <Button size="sm" icon="play" hx-post={campaignPaths.restart(id)} hx-swap="none">
            {t('campaigns:restart')}
          </Button>
        ) : null}
      </div>
      <div
        className="campaign-bar"
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1 text-muted text-sm">{t('campaigns:reportPage.done', { percent })}</p>
    </section>
  );
}

function Cards({ campaign, report: { progress } }: Omit<FactsProps, 'now'>) {
  const { t, timeZone } = useI18n();
  const at = (moment: string | null, none: string) =>
    moment ? formatShortMoment(moment, { timeZone }) : t(none);
  const asks = campaign.confirmation;
  const facts: [string, string | number][] = [
    ['valid', progress.valid],
    ...(asks
      ? ([
          ['requested', progress.requested],
          ['agreed', progress.confirmed],
          ['declined', progress.declined],
        ] as [string, number][])
      : []),
    ['delivered', progress.delivered],
    ['replied', progress.replied],
    ['failed', progress.failed],
    ['skipped', progress.skipped],
  ];
  const names: [string, string][] = [
    ['connection', campaign.whatsapp?.name ?? t('campaigns:none')],
    ['contactList', campaign.contactList?.name ?? t('campaigns:none')],
    ['scheduledAt', at(campaign.scheduledAt, 'campaigns:notScheduled')],
    ['completedAt', at(campaign.completedAt, 'campaigns:notCompleted')],
  ];
  return (
    <dl className="campaign-cards">
      {facts.map(([key, value]) => (
        <Card
          key={key}
          label={t(`campaigns:reportPage.${key}`)}
          value={value}
          href={value !== 0 ? campaignPaths.reportOf(campaign.id, key) : undefined}
        />
      ))}
      {names.map(([key, value]) => (
        <Card key={key} label={t(`campaigns:${key}`)} value={value} isName />
      ))}
    </dl>
  );
}

/** The connection's figures, of all campaigns. */
function Today({ campaign: { status }, report: { meter } }: Omit<FactsProps, 'now'>) {
  const t = useT();
  if (!meter || (status !== 'EM_ANDAMENTO' && status !== 'PROGRAMADA')) return null;
  const { sent, cap, replies, newContacts } = meter;
  const share = (part: number) => (sent === 0 ? '—' : `${Math.min(100, Math.round((part / sent) * 100))}%`);
  return (
    <section>
      <h2 className="mb-2 font-semibold">{t('campaigns:reportPage.number_today')}</h2>
      <dl className="campaign-cards">
        <Card
          label={t('campaigns:reportPage.sentToday')}
          value={t('campaigns:reportPage.ofCap', { sent, cap })}
        />
        <Card label={t('campaigns:reportPage.replyRatio')} value={share(replies)} />
        <Card label={t('campaigns:reportPage.newShare')} value={share(newContacts)} />
      </dl>
    </section>
  );
}

type CardProps = { label: string; value: string | number; href?: string; isName?: true };

function Card({ label, value, href, isName }: CardProps) {
  return (
    <div className="panel campaign-card">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={isName && 'text-base hyphens-auto'}>
        {href ? (
          <a href={href} className="link" aria-label={`${label}: ${value}`}>
            {value}
          </a>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}
