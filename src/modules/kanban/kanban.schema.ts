import { z } from 'zod';

/** The lane of tickets without a tag of the board. */
export const OPEN_LANE = 0;

export const CARDS_PER_LANE = 20;

/** Existing boards ask for one page and never for the next. */
export const CARDS_AT_ONCE = 400;

export const LANE_STATUSES = ['pending', 'open'] as const;

const choice = z.coerce.number('validation:invalid').int().positive().optional().catch(undefined);

export const BoardFilter = z.object({
  searchParam: z.string().trim().max(200).optional(),
  queueId: choice,
  /** For those who see the work of others. */
  userId: choice,
});
export type BoardFilter = z.infer<typeof BoardFilter>;

const lane = z.coerce.number('validation:invalid').int('validation:invalid').min(0, 'validation:invalid');

export const LaneFilter = BoardFilter.extend({
  lane,
  /** `time,id` of the last card shown. */
  after: z
    .string()
    .regex(/^\d{1,15},\d{1,15}$/, 'validation:invalid')
    .optional(),
});
export type LaneFilter = z.infer<typeof LaneFilter>;

export const CardMove = z.object({ from: lane, to: lane });
export type CardMove = z.infer<typeof CardMove>;
