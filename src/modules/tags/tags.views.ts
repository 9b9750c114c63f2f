import { z } from 'zod';
import { id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

/** `kanban` is 0 or 1 for existing clients. */
export const Tag = z
  .strictObject({
    id,
    name: z.string(),
    color: z.string(),
    kanban: z.union([z.literal(0), z.literal(1)]),
    ticketsCount: z.number().int(),
    companyId: id,
    ...stamps,
  })
  .meta({ id: 'Tag' });
export type TagView = z.infer<typeof Tag>;

export const TagPage = pageOf('tags', Tag);
export type TagPage = z.infer<typeof TagPage>;

export type TagChoices = {
  tags: Pick<TagView, 'id' | 'name' | 'color'>[];
  hasMore: boolean;
  canCreate: boolean;
};
