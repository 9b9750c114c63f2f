import { z } from 'zod';
import { pageOf } from '../../schemas/reply-fields.schema.ts';
import { Ticket } from '../tickets/tickets.views.ts';

const columnId = z.number().int().min(0);

/** `id` 0 is the column of tickets without a tag of the board: it has neither name nor colour. */
export const Column = z
  .strictObject({
    id: columnId,
    name: z.string(),
    color: z.string().nullable(),
    count: z.number().int(),
    hasMore: z.boolean(),
    tickets: z.array(Ticket),
  })
  .meta({ id: 'Lane' });
export type ColumnView = z.infer<typeof Column>;

export const Board = z.strictObject({ lanes: z.array(Column) });
export type BoardView = z.infer<typeof Board>;

export const ColumnCounts = z.strictObject({
  lanes: z.array(z.strictObject({ id: columnId, count: z.number().int() })),
});
export type ColumnCounts = z.infer<typeof ColumnCounts>;

export const CardPage = pageOf('tickets', Ticket);
export type CardPage = z.infer<typeof CardPage>;
