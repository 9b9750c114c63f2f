import { z } from 'zod';
import { address, id, stamps } from '../../../fields.schema.ts';

export const QueueOption = z
  .strictObject({
    id,
    queueId: id,
    parentId: id.nullable(),
    /** What the customer types. */
    option: z.string(),
    title: z.string(),
    message: z.string(),
    /** Absolute and signed; null without a file. */
    mediaPath: address,
    mediaName: z.string().nullable(),
    ...stamps,
  })
  .meta({ id: 'QueueOption' });
export type QueueOptionView = z.infer<typeof QueueOption>;

/** With all below it, but in a list of all levels. */
export type QueueOptionTreeView = QueueOptionView & { children: QueueOptionTreeView[] };
export const QueueOptionTree: z.ZodType<QueueOptionTreeView> = z
  .strictObject({
    ...QueueOption.shape,
    get children() {
      return z.array(QueueOptionTree);
    },
  })
  .meta({ id: 'QueueOptionTree' });
