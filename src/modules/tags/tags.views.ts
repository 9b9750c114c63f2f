import { z } from 'zod';
import { id, pageOf, stamps } from '../../fields.schema.ts';

/** A tag as it leaves the server; `kanban` is 0 or 1 for existing readers. */
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

/** What a field offers for a text; `canCreate` when nothing has this name and the person may make it. */
export type TagChoices = {
  tags: Pick<TagView, 'id' | 'name' | 'color'>[];
  hasMore: boolean;
  canCreate: boolean;
};
