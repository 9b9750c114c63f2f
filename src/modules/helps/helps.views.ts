import { z } from 'zod';
import { id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

export const Help = z
  .strictObject({
    id,
    title: z.string(),
    description: z.string(),
    video: z.string(),
    link: z.null(),
    ...stamps,
  })
  .meta({ id: 'Help' });
export type HelpView = z.infer<typeof Help>;

export const HelpPage = pageOf('records', Help);
export type HelpPage = z.infer<typeof HelpPage>;
