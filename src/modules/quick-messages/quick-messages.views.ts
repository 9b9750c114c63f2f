import { z } from 'zod';
import { address, id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

export const QuickMessage = z
  .strictObject({
    id,
    shortcode: z.string(),
    message: z.string(),
    geral: z.boolean(),
    status: z.boolean(),
    isMedia: z.boolean(),
    mediaPath: address,
    mediaName: z.string().nullable(),
    userId: id.nullable(),
    companyId: id,
    ...stamps,
  })
  .meta({ id: 'QuickMessage' });
export type QuickMessageView = z.infer<typeof QuickMessage>;

export const UsableQuickMessage = QuickMessage.extend({ company: z.strictObject({ id, name: z.string() }) });
export type UsableQuickMessage = z.infer<typeof UsableQuickMessage>;

export const QuickMessagePage = pageOf('records', QuickMessage);
export type QuickMessagePage = z.infer<typeof QuickMessagePage>;
