import { z } from 'zod';
import { amount, yesOrNo } from '../../../schemas/form.schema.ts';
import { clockTime } from '../../../schemas/service-hours.schema.ts';

/** First-day cap of a new number while it warms up. */
export const FIRST_DAY_CAP = 50;
const MAX_DAILY_CAP = 10_000;
export const DEFAULT_LIMIT = { dailyCap: 1_000, warmsUp: true, quietFrom: '', quietTo: '' };

export type SendingLimit = {
  connectionId: number;
  dailyCap: number;
  warmsUp: boolean;
  /** `HH:mm` in the company's time zone; both '' for no quiet hours. A later start than end spans midnight. */
  quietFrom: string;
  quietTo: string;
};

/** `daysBefore`: earlier days on which the number sent campaigns; each doubles the cap. */
export function capOf({ dailyCap, warmsUp }: SendingLimit, daysBefore: number): number {
  return warmsUp ? Math.min(dailyCap, FIRST_DAY_CAP * 2 ** Math.min(daysBefore, 20)) : dailyCap;
}

export const SendingLimitForm = z
  .object({
    dailyCap: amount.pipe(
      z
        .number('validation:required')
        .min(1, 'campaignSettings:errors.cap')
        .max(MAX_DAILY_CAP, 'campaignSettings:errors.cap'),
    ),
    warmsUp: yesOrNo,
    quietFrom: clockTime,
    quietTo: clockTime,
  })
  .superRefine(({ quietFrom, quietTo }, context) => {
    const isHalf = (quietFrom === '') !== (quietTo === '');
    const isNothing = quietFrom !== '' && quietFrom === quietTo;
    if (isHalf || isNothing)
      context.addIssue({ code: 'custom', path: ['quietFrom'], message: 'campaignSettings:errors.quiet' });
  });
export type SendingLimitForm = z.infer<typeof SendingLimitForm>;
