import { z } from 'zod';
import { id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { BUTTON_SIDES } from './click-to-chat.schema.ts';

const ClickLink = z.strictObject({
  id,
  source: z.string(),
  /** Null when it is deleted; `number` null before the first pairing. */
  connection: z.strictObject({ id, name: z.string(), number: z.string().nullable() }).nullable(),
  text: z.string(),
  label: z.string(),
  color: z.string(),
  side: z.enum(BUTTON_SIDES),
  ticketsCount: z.number().int(),
  ...stamps,
});
export type ClickLinkView = z.infer<typeof ClickLink>;

export const ClickLinkPage = pageOf('links', ClickLink);
export type ClickLinkPage = z.infer<typeof ClickLinkPage>;

export type OtherSource = { source: string; ticketsCount: number };
