import { z } from 'zod';
import { pageOf } from '../../fields.schema.ts';
import { Ticket } from '../tickets/tickets.views.ts';

const laneId = z.number().int().min(0);

/** `id` 0 is the lane of tickets without a tag of the board: it has neither name nor colour. */
export const Lane = z
  .strictObject({
    id: laneId,
    name: z.string(),
    color: z.string().nullable(),
    count: z.number().int(),
    hasMore: z.boolean(),
    tickets: z.array(Ticket),
  })
  .meta({ id: 'Lane' });
export type LaneView = z.infer<typeof Lane>;

export const Board = z.strictObject({ lanes: z.array(Lane) });
export type BoardView = z.infer<typeof Board>;

export const LaneCounts = z.strictObject({
  lanes: z.array(z.strictObject({ id: laneId, count: z.number().int() })),
});
export type LaneCounts = z.infer<typeof LaneCounts>;

export const CardPage = pageOf('tickets', Ticket);
export type CardPage = z.infer<typeof CardPage>;
