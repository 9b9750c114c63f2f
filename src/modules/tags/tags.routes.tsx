import { TagsPage } from '@views/pages/tags/tags-page.tsx';
import { DeleteTagDialog, TagDialog } from '@views/parts/tags/tag-dialog.tsx';
import { PALETTE } from '@views/ui/fields/palette.ts';
import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { canChangeTag, canToggleKanban } from './tags.policy.ts';
import { getTag, listAllTags, listTags } from './tags.queries.ts';
import { TagFilter, TagInput } from './tags.schema.ts';
import { createTag, deleteTag, findOrCreateTag, updateTag } from './tags.service.ts';
import { Tag, TagPage } from './tags.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    tagId: number;
  }
}

const BLANK = { name: '', color: PALETTE[0], kanban: false };

export const tagRoutes = routes([
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
  pageRoute('GET /tags', {
    access: 'person',
    query: TagFilter,
    async answer(c, { query }) {
      const props = {
        page: await listTags(c.var.scope, query),
        searchParam: query.searchParam,
        canChange: canChangeTag(c.var.scope.actor),
      };
      const head = { title: 'tags:title', active: 'tags' };
      return listPage(c, head, (shows) => <TagsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /tags/new', { access: 'person', answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /tags/:tagId/edit', {
    access: 'person',
    async answer(c, { tagId }) {
      const tag = await getTag(c.var.scope, tagId);
      return dialog(c, tag.id, { ...tag, kanban: tag.kanban === 1 });
    },
  }),
  pageRoute('GET /tags/:tagId/delete', {
    access: 'person',
    answer: async (c, { tagId }) => fragment(c, <DeleteTagDialog tag={await getTag(c.var.scope, tagId)} />),
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
  pageRoute('POST /tags', {
    access: 'person',
    form: TagInput,
    example: () => ({ body: { name: 'Garantia', color: '#123456', kanban: 'false' } }),
    onInvalid: again,
    async answer(c, { form }) {
      await createTag(c.var.scope, form);
      return done(c, { toast: 'tags:toast.created', refresh: 'tag' });
    },
  }),
  operation('PUT /tags/:tagId', {
    access: 'supervisor',
    summary: 'Changes a tag',
    input: TagInput,
    output: Tag,
    errors: ['ERR_NO_TAG_FOUND'],
    example: () => ({ body: { name: 'Outro nome', color: '#B80000', kanban: true } }),
    run: (scope, input) => updateTag(scope, input),
    form: { onInvalid: again, done: { toast: 'tags:toast.updated', refresh: 'tag' } },
  }),
  operation('DELETE /tags/:tagId', {
    access: 'supervisor',
    summary: 'Deletes a tag; it leaves every ticket',
    output: MessageReply,
    errors: ['ERR_NO_TAG_FOUND'],
    async run(scope, input) {
      await deleteTag(scope, input);
      return { message: 'Tag deleted' };
    },
    form: { done: { toast: 'tags:toast.deleted', refresh: 'tag' } },
  }),
]);

type TagValues = { name: string; color: string; kanban: boolean };

function dialog(c: Ctx, tagId: number | null, values: TagValues, errors?: Record<string, string>): Response {
  const mayToggle = canToggleKanban(c.var.scope.actor);
  const props = { tagId, values, errors, canToggleKanban: mayToggle };
  return fragment(c, <TagDialog {...props} />, errors ? 422 : 200);
}

function again(c: Ctx, { values, errors }: Refused): Response {
  const tagId = c.req.param('tagId') ? idParam(c, 'tagId') : null;
  const { name = '', color = BLANK.color, kanban } = values;
  return dialog(c, tagId, { name, color, kanban: kanban === 'true' }, errors);
}
