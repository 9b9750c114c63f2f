import { z } from 'zod';
import { id, pageOf, stamps } from '../../fields.schema.ts';
import { BUTTON_SIDES } from './click-to-chat.schema.ts';

export const ClickLink = z.strictObject({
  id,
  source: z.string(),
  /** Null when it is gone; without a number until it was paired once. */
  connection: z.strictObject({ id, name: z.string(), number: z.string().nullable() }).nullable(),
  text: z.string(),
  label: z.string(),
  color: z.string(),
  side: z.enum(BUTTON_SIDES),
  /** Tickets whose customer came by it last. */
  ticketsCount: z.number().int(),
  ...stamps,
});
export type ClickLinkView = z.infer<typeof ClickLink>;

export const ClickLinkPage = pageOf('links', ClickLink);
export type ClickLinkPage = z.infer<typeof ClickLinkPage>;

/** Of links that were not made here. */
export type OtherSource = { source: string; ticketsCount: number };
