import { type Figure, MAX_FAILED, type ViewFilter } from '@/modules/dashboard/dashboard.schema.ts';
import type { Compared, ComparedTicket, ComparedView } from '@/modules/dashboard/dashboard.views.ts';
import { paths } from '@/paths.ts';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import { formatCount } from '@/schemas/languages.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { type I18n, useI18n, useT } from '../../i18n.tsx';
import { FigureLink, Unfiltered } from './figure-link.tsx';
import { figureHref, toQuery } from './figures.ts';

export function ComparedSlot({ filter }: { filter: ViewFilter }) {
  const t = useT();
  return (
    <section aria-label={t('dashboard:compared.title')} className="dash-compared">
      <div
        className="contents"
        hx-get={paths.dashboardCompared(toQuery(filter))}
        hx-trigger="load"
        hx-swap="innerHTML"
      />
    </section>
  );
}

type ComparedProps = {
  compared: ComparedView;
  filter: ViewFilter;
  days: { first?: string; last?: string };
};

export function ComparedParts({ compared, filter, days }: ComparedProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { finished, answer, resolution, rating, slowest, missed, missedCount } = compared;
  const number = (value: number) => formatCount(Math.round(value * 10) / 10, i18n);
  const time = (value: number) => formatMinutes(value, t);
  return (
    <>
      <dl className="dash-cards dash-changes">
        <Change
          of="ended"
          filter={filter}
          name="finished"
          value={finished}
          format={number}
          isGood={(change) => change > 0}
        />
        <Change
          of="endedAnswer"
          filter={filter}
          name="answer"
          value={answer}
          format={time}
          isGood={(change) => change < 0}
        />
        <Change
          of="endedResolution"
          filter={filter}
          name="resolution"
          value={resolution}
          format={time}
          isGood={(change) => change < 0}
        />
        <Change
          of="endedRated"
          filter={filter}
          name="rating"
          value={rating}
          format={number}
          isGood={(change) => change > 0}
        />
      </dl>
      <div className="dash-lists">
        <TicketList name="slowest" tickets={slowest} href={figureHref('answered', filter)} />
        <TicketList name="missed" tickets={missed} count={missedCount} href={figureHref('missed', filter)} />
        <Sends compared={compared} filter={filter} days={days} i18n={i18n} />
      </div>
    </>
  );
}

type ChangeProps = {
  of: Figure;
  filter: ViewFilter;
  name: 'finished' | 'answer' | 'resolution' | 'rating';
  value: Compared;
  format: (value: number) => string;
  isGood: (change: number) => boolean;
};

function Change({ of, filter, name, value: { now, before }, format, isGood }: ChangeProps) {
  const t = useT();
  const isSame = now === null || before === null || format(now) === format(before);
  const change = isSame ? 0 : now - before;
  const title = t(`dashboard:compared.${name}`);
  const tone = change === 0 ? 'text-muted' : isGood(change) ? 'text-success' : 'text-error';
  return (
    <div className="panel dash-card" data-change={name}>
      <dt>{title}</dt>
      <dd>
        {now === null ? (
          '–'
        ) : (
          <FigureLink href={figureHref(of, filter)} of={title}>
            {format(now)}
          </FigureLink>
        )}
      </dd>
      <dd className={`dash-before ${tone}`}>
        {before === null ? (
          t('dashboard:compared.noBefore')
        ) : (
          <FigureLink href={figureHref(of, filter, { previous: true })} of={title}>
            {t(`dashboard:compared.${directionOf(change)}`, { before: format(before) })}
          </FigureLink>
        )}
      </dd>
    </div>
  );
}

function directionOf(change: number): 'more' | 'less' | 'same' {
  if (change === 0) return 'same';
  return change > 0 ? 'more' : 'less';
}

type TicketListProps = {
  name: 'slowest' | 'missed';
  tickets: ComparedTicket[];
  count?: number;
  href: string;
};

function TicketList({ name, tickets, count, href }: TicketListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <section className="panel p-4" aria-labelledby={`dash-${name}`}>
      <h3 id={`dash-${name}`} className="mb-2 font-semibold">
        {tickets.length > 0 ? (
          <a href={href} className="dash-figure">
            {t(`dashboard:compared.${name}`)}
            {count ? <span className="text-muted"> ({formatCount(count, i18n)})</span> : null}
          </a>
        ) : (
          t(`dashboard:compared.${name}`)
        )}
      </h3>
      {tickets.length === 0 ? (
        <p className="text-muted text-sm">{t(`dashboard:compared.none.${name}`)}</p>
      ) : null}
      <ul className="text-sm">
        {tickets.map(({ uuid, contact, minutes }) => (
          <li key={uuid} className="flex min-h-8 items-center justify-between gap-4">
            <a href={ticketPath(uuid)} className="link-hover min-w-0 truncate underline underline-offset-2">
              {contact}
            </a>
            {minutes === null ? null : (
              <span className="whitespace-nowrap tabular-nums">{formatMinutes(minutes, t)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sends({ compared: { failed, campaigns }, filter, days, i18n }: ComparedProps & { i18n: I18n }) {
  const { t } = i18n;
  const { queueId, userId, ...period } = filter;
  const isNarrowed = queueId !== undefined || userId !== undefined;
  const number = (value: number) => formatCount(value, i18n);
  return (
    <section className="panel p-4" aria-labelledby="dash-sends">
      <h3 id="dash-sends" className="mb-2 font-semibold">
        {t('dashboard:compared.sends')}
      </h3>
      <ul className="flex flex-col gap-2 text-sm">
        <li>
          <a
            href={paths.failedMessages({ from: days.first, to: days.last, queueId, userId })}
            className={`underline underline-offset-2 ${failed > 0 ? 'text-error' : ''}`}
          >
            {failed === 0
              ? t('dashboard:compared.noneFailed')
              : t('dashboard:compared.failed', {
                  count: failed,
                  amount: failed === MAX_FAILED ? `${number(failed)}+` : number(failed),
                })}
          </a>
        </li>
        <li>
          <a href={paths.dashboardCampaigns(toQuery(period))} className="underline underline-offset-2">
            {t('dashboard:compared.campaigns', {
              sends: number(campaigns.sends),
              replies: number(campaigns.replies),
            })}
          </a>
          {isNarrowed ? <Unfiltered /> : null}
        </li>
      </ul>
    </section>
  );
}
