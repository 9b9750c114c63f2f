import { z } from 'zod';
import { id, stamps } from '../../schemas/reply-fields.schema.ts';

/** Null when nothing is referenced, or it was deleted. */
const name = z.string().nullable();
const narrowing = { connectionId: id.nullable(), connection: name, queueId: id.nullable(), queue: name };

const HappeningShown = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('opened'), ...narrowing }),
  z.strictObject({ type: z.literal('words'), words: z.array(z.string()), ...narrowing }),
  z.strictObject({ type: z.literal('tag'), tagId: id, tag: name, ...narrowing }),
  z.strictObject({ type: z.literal('waiting'), minutes: z.number().int(), ...narrowing }),
]);
export type HappeningView = z.infer<typeof HappeningShown>;

const ActionShown = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('queue'), queueId: id, name }),
  z.strictObject({ type: z.literal('person'), userId: id, name }),
  z.strictObject({ type: z.literal('tag'), tagId: id, name }),
  z.strictObject({ type: z.literal('quickMessage'), quickMessageId: id, name }),
  z.strictObject({ type: z.literal('note'), note: z.string() }),
  z.strictObject({ type: z.literal('snooze'), minutes: z.number().int() }),
]);
export type ActionView = z.infer<typeof ActionShown>;

export const Rule = z
  .strictObject({
    id,
    name: z.string(),
    isActive: z.boolean(),
    position: z.number().int(),
    happening: HappeningShown,
    actions: z.array(ActionShown),
    runs: z.number().int(),
    companyId: id,
    ...stamps,
  })
  .meta({ id: 'Rule' });
export type RuleView = z.infer<typeof Rule>;

export type RuleRunView = { id: number; ticketId: number; uuid: string; contact: string; at: string };

export const RuleTrial = z
  .strictObject({
    looked: z.number().int(),
    tickets: z.array(
      z.strictObject({
        id,
        uuid: z.string(),
        contact: z.string(),
        status: z.enum(['pending', 'open', 'closed']),
      }),
    ),
  })
  .meta({ id: 'RuleTrial' });
export type RuleTrialView = z.infer<typeof RuleTrial>;
