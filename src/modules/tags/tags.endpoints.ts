import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getTag, listAllTags, listTags } from './tags.queries.ts';
import { TagFilter, TagInput } from './tags.schema.ts';
import { deleteTag, findOrCreateTag, updateTag } from './tags.service.ts';
import { Tag, TagPage } from './tags.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    tagId: number;
  }
}

export const tagsEndpoints = [
  endpoint('GET /tags', {
    access: 'person',
    summary: 'A page of tags by name',
    query: TagFilter,
    reply: TagPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listTags(scope, query),
  }),
  endpoint('GET /tags/list', {
    access: 'person',
    summary: 'All tags by name, for pickers',
    reply: z.array(Tag),
    run: (scope) => listAllTags(scope),
  }),
  endpoint('GET /tags/:tagId', {
    access: 'person',
    summary: 'One tag',
    reply: Tag,
    errors: ['ERR_NO_TAG_FOUND'],
    run: (scope, { tagId }) => getTag(scope, tagId),
  }),
  endpoint('POST /tags', {
    access: 'person',
    summary: 'A new tag; a name that is known, and nothing else asked for, answers the tag that has it',
    body: TagInput,
    reply: Tag,
    errors: ['ERR_NO_PERMISSION'],
    example: () => ({ body: { name: 'Garantia' } }),
    run: (scope, { body }) => findOrCreateTag(scope, body),
  }),
  endpoint('PUT /tags/:tagId', {
    access: 'supervisor',
    summary: 'Changes a tag',
    body: TagInput,
    reply: Tag,
    errors: ['ERR_NO_TAG_FOUND'],
    example: () => ({ body: { name: 'Outro nome', color: '#B80000', kanban: true } }),
    run: (scope, { tagId, body }) => updateTag(scope, { ...body, tagId }),
  }),
  endpoint('DELETE /tags/:tagId', {
    access: 'supervisor',
    summary: 'Deletes a tag; it leaves every ticket',
    reply: MessageReply,
    errors: ['ERR_NO_TAG_FOUND'],
    run: async (scope, { tagId }) => {
      await deleteTag(scope, { tagId });
      return { message: 'Tag deleted' };
    },
  }),
];
