import { z } from 'zod';
import { lines } from '../../schemas/form.schema.ts';
import { checkHours, hoursFields } from '../../schemas/service-hours.schema.ts';
import { refuseUnknown } from '../messages/write/refuse-unknown-variables.schema.ts';

export const SETUP_STEPS = ['number', 'queues', 'texts', 'people', 'test'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const StepQuery = z.object({ step: z.enum(SETUP_STEPS).optional().catch(undefined) });

/** One empty value is always sent, so that choosing none is sent too. */
export const QueuesForm = z.object({
  queueIds: z.preprocess(
    (value) => [value].flat().filter((one) => one !== '' && one !== undefined),
    z.array(z.coerce.number().int().positive()).max(500),
  ),
});
export type QueuesForm = z.infer<typeof QueuesForm>;

export const WHEN_OPEN = ['company', 'queue', 'disabled'] as const;
const message = lines(4096).transform((text) => text.trim());

export const TextsForm = z
  .object({
    greetingMessage: message.default(''),
    scheduleType: z.enum(WHEN_OPEN, 'validation:invalid'),
    outOfHoursMessage: message.default(''),
    ...hoursFields,
  })
  .superRefine((form, context) => {
    checkHours(form, context);
    if (form.scheduleType !== 'disabled' && form.outOfHoursMessage === '')
      context.addIssue({ code: 'custom', path: ['outOfHoursMessage'], message: 'validation:required' });
  })
  .superRefine(refuseUnknown(['greetingMessage', 'outOfHoursMessage']));
export type TextsForm = z.infer<typeof TextsForm>;
