import { z } from 'zod';
import { address, id, stamps } from '../../../schemas/reply-fields.schema.ts';

const QueueOption = z
  .strictObject({
    id,
    queueId: id,
    parentId: id.nullable(),
    option: z.string(),
    title: z.string(),
    message: z.string(),
    mediaPath: address,
    mediaName: z.string().nullable(),
    ...stamps,
  })
  .meta({ id: 'QueueOption' });
export type QueueOptionView = z.infer<typeof QueueOption>;

export type QueueOptionTreeView = QueueOptionView & { children: QueueOptionTreeView[] };
export const QueueOptionTree: z.ZodType<QueueOptionTreeView> = z
  .strictObject({
    ...QueueOption.shape,
    get children() {
      return z.array(QueueOptionTree);
    },
  })
  .meta({ id: 'QueueOptionTree' });
