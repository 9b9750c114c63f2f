import { z } from 'zod';
import { id, pageOf, stamps } from '../../fields.schema.ts';

export const Help = z
  .strictObject({
    id,
    title: z.string(),
    description: z.string(),
    /** The video's code at YouTube. */
    video: z.string(),
    /** Of the contract; this desk has no other link than the video. */
    link: z.null(),
    ...stamps,
  })
  .meta({ id: 'Help' });
export type HelpView = z.infer<typeof Help>;

export const HelpPage = pageOf('records', Help);
export type HelpPage = z.infer<typeof HelpPage>;
