import type { SendingPlan } from '@/modules/campaigns/form/sending-plan.queries.ts';
import { FIRST_DAY_CAP } from '@/modules/campaigns/settings/sending-limits.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { messagesText, secondsText } from './interval-text.ts';
import { dayText, momentText, planSentence } from './plan-text.ts';

type PlanProps = { plan: SendingPlan };

/** Rendered again whenever people, line or time are chosen; the picture of the message reads its data. */
export function PlanPanel({ plan, isAhead = true }: PlanProps & { isAhead?: boolean }) {
  return (
    <div id="campaign-plan" className="campaign-plan" data-example={JSON.stringify(pictureOf(plan))}>
      {isAhead ? (
        <>
          <Audience plan={plan} />
          <Pacing plan={plan} />
          <Summary plan={plan} />
          <Sentence plan={plan} />
        </>
      ) : null}
    </div>
  );
}

export type Picture = {
  example: { name: string; email: string; number: string } | null;
  before: SendingPlan['before'];
};

export const pictureOf = ({ audience, before }: SendingPlan): Picture => ({
  example: audience?.example ?? null,
  before,
});

export function Sentence({ plan }: PlanProps) {
  const i18n = useI18n();
  const tone = plan.missing !== null || plan.endsAt === null ? 'tone-warning' : 'tone-info';
  return (
    <p role="status" className={`notice ${tone} campaign-sentence`}>
      <Icon name={plan.missing === null ? 'megaphone' : 'alert-triangle'} size={18} />
      <span>{planSentence(plan, i18n)}</span>
    </p>
  );
}

function Audience({ plan: { audience } }: PlanProps) {
  const { t, locale } = useI18n();
  if (!audience) return null;
  const { people, leftOut } = audience;
  const number = (n: number) => n.toLocaleString(locale);
  return (
    <section data-step="1" aria-label={t('campaigns:plan.audience')} className="flex flex-col gap-1">
      <p className="font-semibold">{t('campaigns:plan.getIt', { count: people, people: number(people) })}</p>
      {leftOut.length === 0 ? null : (
        <>
          <p className="text-muted text-sm">{t('campaigns:plan.leftOut')}</p>
          <ul className="campaign-left-out">
            {leftOut.map(({ reason, count }) => (
              <li key={reason}>
                <strong>{number(count)}</strong> {t(`campaigns:reason.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      {leftOut.some(({ reason }) => reason === 'not_checked') ? (
        <p className="field-hint">{t('campaigns:plan.notChecked')}</p>
      ) : null}
    </section>
  );
}

function Pacing({ plan: { line, pace, ...plan } }: PlanProps) {
  const { t, locale } = useI18n();
  if (!line) return null;
  const { dailyCap, warmsUp, quietFrom, quietTo } = line.limit;
  const number = (n: number) => n.toLocaleString(locale);
  const gap =
    pace.longerIntervalAfter > 0 && pace.greaterInterval > pace.messageInterval
      ? t('campaigns:plan.longGap', {
          gap: secondsText(t, pace.messageInterval),
          after: messagesText(t, pace.longerIntervalAfter),
          long: secondsText(t, pace.greaterInterval),
        })
      : secondsText(t, pace.messageInterval);
  const limit = warmsUp && line.cap < dailyCap ? line.cap : dailyCap;
  const values = {
    first: number(FIRST_DAY_CAP),
    limit: number(dailyCap),
    cap: number(line.cap),
    line: line.name,
  };
  return (
    <section data-step="3" aria-label={t('campaigns:plan.pacing')} className="flex flex-col gap-3">
      <Facts
        facts={[
          ['gap', gap],
          ['limit', t('campaigns:start.limitOf', { cap: number(limit), sent: number(line.sentToday) })],
          [
            'quiet',
            quietFrom === ''
              ? t('campaigns:plan.anyHour')
              : t('campaigns:plan.quietFrom', { quietFrom, quietTo }),
          ],
        ]}
      />
      {warmsUp ? (
        <div className="campaign-warm-up">
          <p className="font-medium">{t('campaignSettings:limits.warmUp')}</p>
          <p className="text-pretty text-muted text-sm">
            {t(`campaigns:plan.${line.cap < dailyCap ? 'warmsUp' : 'isWarm'}`, values)}
          </p>
        </div>
      ) : null}
      <Days {...plan} />
      <p className="field-hint">
        <a href={campaignPaths.settings()} target="_blank" rel="noreferrer" className="link">
          {t('campaigns:plan.change')}
        </a>
      </p>
    </section>
  );
}

const MAX_DAYS = 7;

function Days({ perDay, now }: Pick<SendingPlan, 'perDay' | 'now'>) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const days = perDay.filter(({ count }) => count > 0);
  const rest = days.slice(MAX_DAYS).reduce((sum, { count }) => sum + count, 0);
  if (days.length < 2) return null;
  return (
    <ol className="campaign-days" aria-label={t('campaigns:plan.perDay')}>
      {days.slice(0, MAX_DAYS).map(({ day, count }) => (
        <li key={day}>
          <span className="text-muted text-xs">{dayText(day, now, i18n)}</span>
          <strong>{count.toLocaleString(locale)}</strong>
        </li>
      ))}
      {rest > 0 ? (
        <li>
          <span className="text-muted text-xs">{t('campaigns:plan.laterDays')}</span>
          <strong>{rest.toLocaleString(locale)}</strong>
        </li>
      ) : null}
    </ol>
  );
}

function Summary({ plan }: PlanProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { audience, line, start, startsAt, endsAt, now, confirmation } = plan;
  const nothing = '—';
  const starts = start === 'date' ? momentText(startsAt, now, i18n) : t(`campaigns:when.${start}`);
  const people = audience && {
    ...{ count: audience.people, people: audience.people.toLocaleString(locale), list: audience.name },
  };
  return (
    <section data-step="4" aria-label={t('campaigns:steps.summary')} className="flex flex-col gap-3">
      <Facts
        facts={[
          ['people', people ? t('campaigns:start.peopleOf', people) : nothing],
          ['line', line?.name ?? nothing],
          ['begin', starts],
          ['end', endsAt ? momentText(endsAt, now, i18n) : nothing],
        ]}
      />
      <Days {...plan} />
      {confirmation ? (
        <p className="text-pretty text-muted text-sm">{t('campaigns:start.asksFirst')}</p>
      ) : null}
    </section>
  );
}

/** Each name is a key under `campaigns:start.*`. */
export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  const t = useT();
  return (
    <dl className="flex flex-col gap-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted text-sm">{t(`campaigns:start.${name}`)}</dt>
          <dd className="wrap-anywhere font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
