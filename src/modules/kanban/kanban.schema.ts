import { z } from 'zod';

/** The column of tickets without a tag of the board. */
export const OPEN_COLUMN = 0;

export const CARDS_PER_COLUMN = 20;

/** Existing boards request one page and never the next. */
export const CARDS_AT_ONCE = 400;

export const COLUMN_STATUSES = ['pending', 'open'] as const;

const choice = z.coerce.number('validation:invalid').int().positive().optional().catch(undefined);

export const BoardFilter = z.object({
  searchParam: z.string().trim().max(200).optional(),
  queueId: choice,
  userId: choice,
});
export type BoardFilter = z.infer<typeof BoardFilter>;

const column = z.coerce.number('validation:invalid').int('validation:invalid').min(0, 'validation:invalid');

export const ColumnFilter = BoardFilter.extend({
  lane: column,
  /** `time,id` of the last card shown. */
  after: z
    .string()
    .regex(/^\d{1,15},\d{1,15}$/, 'validation:invalid')
    .optional(),
});
export type ColumnFilter = z.infer<typeof ColumnFilter>;

export const CardMove = z.object({ from: column, to: column });
export type CardMove = z.infer<typeof CardMove>;
