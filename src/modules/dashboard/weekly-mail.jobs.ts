import { settings } from '@db/tenant/schema/index.ts';

import type { Locale } from '@/core/i18n.ts';
import { platformOf } from '@/core/platform-scope.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { postMail } from '@/modules/mail/mail.service.ts';
import { mailLink } from '@/modules/mail/mail-link.logic.ts';
import { findSwitchedOn } from '@/modules/settings/settings.queries.ts';
import { noteSwitchedOnRun } from '@/modules/settings/settings.service.ts';
import { listAdministrators } from '@/modules/users/administrators.queries.ts';
import { paths } from '@/paths.ts';
import { formatMinutes } from '@/schemas/duration.schema.ts';
import { formatCount, formatDays } from '@/schemas/languages.schema.ts';
import { comparePeriods } from './compared.queries.ts';
import { countNow } from './dashboard.queries.ts';
import type { Compared, ComparedView } from './dashboard.views.ts';

type Values = { link?: string } & Record<
  | 'week'
  | 'finished'
  | 'finishedBefore'
  | 'answer'
  | 'answerBefore'
  | 'missed'
  | 'failed'
  | 'replies'
  | 'waiting',
  string
>;
declare module '@/modules/mail/mail.service.ts' {
  interface MailKinds {
    'dashboard:weekly': Values;
  }
}

const KEY = 'weeklyMail';
const HOUR = '08:00';
const MONDAY = 1;
/** A mail about last week is read on Monday or not at all. */
const USEFUL_MS = 86_400_000;

/** Mondays at eight, about Monday to Sunday; the setting's row says when it was last sent or switched on. */
export const weeklyMail: CompanyJob = {
  name: 'weekly mail',
  tables: [settings],
  async dueAt(scope) {
    const since = await findSwitchedOn(scope, KEY);
    return since && nextMonday(scope, since);
  },
  run: sendWeeklyMail,
};

/** The first Monday at eight after that moment, by the company's clock. */
export function nextMonday({ timeZone }: Pick<Scope, 'timeZone'>, since: Date): Date {
  const { day } = zonedParts(since, timeZone);
  const toMonday = (8 - Temporal.PlainDate.from(day).dayOfWeek) % 7;
  const monday = addDays(day, toMonday);
  const at = zonedTime(monday, HOUR, timeZone);
  return at > since ? at : zonedTime(addDays(monday, 7), HOUR, timeZone);
}

async function sendWeeklyMail(scope: Scope): Promise<void> {
  const { day } = zonedParts(scope.now(), scope.timeZone);
  if (Temporal.PlainDate.from(day).dayOfWeek === MONDAY) await postWeeklyMail(scope, day);
  await noteSwitchedOnRun(scope, KEY);
}

async function postWeeklyMail(scope: Scope, monday: string): Promise<void> {
  const { companyId, kernel } = scope;
  const days = { date_from: addDays(monday, -7), date_to: addDays(monday, -1) };
  const compared = await comparePeriods(scope, days);
  const { waiting } = await countNow(scope);
  const receivers = await listAdministrators(scope);
  await platformOf(scope).write(async (tx) => {
    for (const { email, language } of receivers)
      await postMail(tx, {
        ...{ kind: 'dashboard:weekly', key: `weekly:${companyId}:${monday}:${email}` },
        ...{ recipient: email, language, companyId, usefulFor: USEFUL_MS },
        values: {
          week: formatDays(days.date_from, days.date_to, { locale: language }),
          ...valuesOf(scope, language, compared, waiting),
          ...mailLink(kernel, paths.home()),
        },
      });
  });
}

function valuesOf(
  { kernel }: Scope,
  locale: Locale,
  compared: ComparedView,
  waiting: number,
): Omit<Values, 'week'> {
  const { finished, answer, missedCount, failed, campaigns } = compared;
  const t = kernel.translations.t(locale);
  const number = (value: number | null) => formatCount(value ?? 0, { locale });
  const times = ({ now, before }: Compared) => [now, before].map((value) => formatMinutes(value, t));
  const [answered = '', answeredBefore = ''] = times(answer);
  return {
    finished: number(finished.now),
    finishedBefore: number(finished.before),
    answer: answered,
    answerBefore: answeredBefore,
    missed: number(missedCount),
    failed: number(failed),
    replies: number(campaigns.replies),
    waiting: number(waiting),
  };
}
