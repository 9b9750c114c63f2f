import { TagsPage } from '@views/pages/tags/tags-page.tsx';
import { DeleteTagDialog, TagDialog } from '@views/parts/tags/tag-dialog.tsx';
import { PALETTE } from '@views/ui/fields/palette.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { canChangeTag, canToggleKanban } from './tags.policy.ts';
import { getTag, listTags } from './tags.queries.ts';
import { TagFilter, TagInput } from './tags.schema.ts';
import { createTag, deleteTag, updateTag } from './tags.service.ts';

const BLANK = { name: '', color: PALETTE[0], kanban: false };
const example = () => ({ body: { name: 'Garantia', color: '#123456', kanban: 'false' } });

export const tagsPages = [
  pageRoute('GET /tags', {
    access: 'person',
    query: TagFilter,
    async show(c, { query }) {
      const props = {
        page: await listTags(c.var.scope, query),
        searchParam: query.searchParam,
        canChange: canChangeTag(c.var.scope.actor),
      };
      const head = { title: 'tags:title', active: 'tags' };
      return listPage(c, head, (shows) => <TagsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /tags/new', { access: 'person', show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /tags/:tagId/edit', {
    access: 'person',
    async show(c, { tagId }) {
      const tag = await getTag(c.var.scope, tagId);
      return dialog(c, tag.id, { ...tag, kanban: tag.kanban === 1 });
    },
  }),
  pageRoute('GET /tags/:tagId/delete', {
    access: 'person',
    show: async (c, { tagId }) => fragment(c, <DeleteTagDialog tag={await getTag(c.var.scope, tagId)} />),
  }),
  pageRoute('POST /tags', {
    access: 'person',
    form: TagInput,
    example,
    again,
    async show(c, { form }) {
      await createTag(c.var.scope, form);
      return done(c, { toast: 'tags:toast.created', refresh: 'tag' });
    },
  }),
  pageRoute('PUT /tags/:tagId', {
    access: 'supervisor',
    form: TagInput,
    example,
    again,
    async show(c, { tagId, form }) {
      await updateTag(c.var.scope, { ...form, tagId });
      return done(c, { toast: 'tags:toast.updated', refresh: 'tag' });
    },
  }),
  pageRoute('DELETE /tags/:tagId', {
    access: 'supervisor',
    async show(c, { tagId }) {
      await deleteTag(c.var.scope, { tagId });
      return done(c, { toast: 'tags:toast.deleted', refresh: 'tag' });
    },
  }),
];

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
