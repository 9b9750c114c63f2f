import { ticketTrackings } from '@db/tenant/schema/index.ts';
import { and, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { slotOf } from './arrivals.queries.ts';
import type { Figure, FigureFilter, MeanTime } from './dashboard.schema.ts';
import { begunIn, finishedIn, inPeriod, missedIn, previousOf, rangeOf } from './period.queries.ts';
import { support, wait } from './tallies.queries.ts';

export type AttendanceFigure = Exclude<Figure, 'open' | 'waiting'>;

const { answerSeconds, resolutionSeconds, rate, userId, createdAt } = ticketTrackings;

/** `value`: what the figure is the mean of, in minutes; the list begins with the longest. */
type Rule = { in: 'period' | 'finished' | 'begun' | 'missed'; only?: SQL; value?: SQL };

const minutes = {
  support: { only: sql`${support} > 0`, value: sql`${support} / 60000.0` },
  wait: { only: sql`${wait} > 0`, value: sql`${wait} / 60000.0` },
  answer: { only: isNotNull(answerSeconds), value: sql`${answerSeconds} / 60.0` },
  resolution: { only: isNotNull(resolutionSeconds), value: sql`${resolutionSeconds} / 60.0` },
};

type Rules = Record<Exclude<AttendanceFigure, MeanTime>, Rule> &
  Record<MeanTime, Rule & Required<Pick<Rule, 'value'>>>;

export const RULES: Rules = {
  attended: { in: 'period' },
  support: { in: 'period', ...minutes.support },
  wait: { in: 'period', ...minutes.wait },
  answer: { in: 'period', ...minutes.answer },
  resolution: { in: 'period', ...minutes.resolution },
  rated: { in: 'period', only: isNotNull(rate) },
  ended: { in: 'finished' },
  endedAnswer: { in: 'finished', ...minutes.answer },
  endedResolution: { in: 'finished', ...minutes.resolution },
  endedRated: { in: 'finished', only: isNotNull(rate) },
  missed: { in: 'missed' },
  answered: { in: 'begun', ...minutes.answer },
  begun: { in: 'begun' },
  handled: { in: 'finished', only: isNotNull(userId) },
};

/** The index by person, queue and connection has the time after these: it is searched once per combination. */
export const isByGroup = (figure: AttendanceFigure): boolean => RULES[figure].in === 'period';

export function withinOf(scope: Scope, filter: FigureFilter, figure: AttendanceFigure): SQL | undefined {
  const range = filter.previous ? previousOf(rangeOf(scope, filter)) : rangeOf(scope, filter);
  switch (RULES[figure].in) {
    case 'period':
      return inPeriod(scope, filter);
    case 'finished':
      return finishedIn(range);
    case 'missed':
      return missedIn(range);
    case 'begun':
      return and(begunIn(range), atTime(scope, filter));
  }
}

function atTime(scope: Scope, filter: FigureFilter): SQL | undefined {
  const { weekday, hour } = filter;
  const slot = slotOf(scope.timeZone, createdAt, rangeOf(scope, filter));
  return and(
    weekday === undefined ? undefined : sql`(${slot}) / 24 = ${weekday}`,
    hour === undefined ? undefined : sql`(${slot}) % 24 = ${hour}`,
  );
}
