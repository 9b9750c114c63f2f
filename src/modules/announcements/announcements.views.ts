import { z } from 'zod';
import { address, id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { PRIORITIES } from './announcements.schema.ts';

export const Announcement = z
  .strictObject({
    id,
    title: z.string(),
    text: z.string(),
    priority: z.literal([...PRIORITIES]),
    status: z.boolean(),
    /** Absolute, and readable without a session: its name cannot be guessed. */
    mediaPath: address,
    mediaName: z.string().nullable(),
    ...stamps,
  })
  .meta({ id: 'Announcement' });
export type AnnouncementView = z.infer<typeof Announcement>;

export const AnnouncementPage = pageOf('records', Announcement);
export type AnnouncementPage = z.infer<typeof AnnouncementPage>;
