import { TagsPage } from '@views/pages/tags/tags-page.tsx';
import { DeleteTagDialog, TagDialog } from '@views/parts/tags/tag-dialog.tsx';
import { TagRows } from '@views/parts/tags/tag-rows.tsx';
import { PALETTE } from '@views/ui/palette.ts';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import { type Ctx, type Env, isPartial } from '@/kernel/http/env.ts';
import { done, fragment, page } from '@/kernel/http/respond.ts';
import { form, idParam, query, type Refused, saving } from '@/kernel/http/validate.ts';
import { canChangeTag, canToggleKanban } from './tags.policy.ts';
import { getTag, listTags } from './tags.queries.ts';
import { TagFilter, TagInput } from './tags.schema.ts';
import { createTag, deleteTag, updateTag } from './tags.service.ts';

const BLANK = { name: '', color: PALETTE[0], kanban: false };

export const tagsPages = new Hono<Env>()
  .get('/tags', signedIn, query(TagFilter), async (c) => {
    const { searchParam } = c.req.valid('query');
    const tags = await listTags(c.var.scope, c.req.valid('query'));
    const props = { page: tags, searchParam, canChange: canChangeTag(c.var.scope.actor, undefined) };
    if (isPartial(c)) return fragment(c, <TagRows {...props} />);
    return page(c, { title: 'tags:title', active: 'tags' }, <TagsPage {...props} />);
  })
  .get('/tags/new', signedIn, (c) => dialog(c, null, BLANK))
  .get('/tags/:id/edit', signedIn, async (c) => {
    const tag = await getTag(c.var.scope, idParam(c));
    return dialog(c, tag.id, { ...tag, kanban: tag.kanban === 1 });
  })
  .get('/tags/:id/delete', signedIn, async (c) =>
    fragment(c, <DeleteTagDialog tag={await getTag(c.var.scope, idParam(c))} />),
  )
  .post('/tags', signedIn, form(TagInput, again), (c) =>
    saving(c, again, async () => {
      await createTag(c.var.scope, c.req.valid('form'));
      return done(c, { toast: 'tags:toast.created', refresh: 'tag' });
    }),
  )
  .put('/tags/:id', signedIn, form(TagInput, again), (c) =>
    saving(c, again, async () => {
      await updateTag(c.var.scope, { ...c.req.valid('form'), tagId: idParam(c) });
      return done(c, { toast: 'tags:toast.updated', refresh: 'tag' });
    }),
  )
  .delete('/tags/:id', signedIn, async (c) => {
    await deleteTag(c.var.scope, { tagId: idParam(c) });
    return done(c, { toast: 'tags:toast.deleted', refresh: 'tag' });
  });

type TagValues = { name: string; color: string; kanban: boolean };

function dialog(c: Ctx, tagId: number | null, values: TagValues, errors?: Record<string, string>): Response {
  const mayToggle = canToggleKanban(c.var.scope.actor, undefined);
  const props = { tagId, values, errors, canToggleKanban: mayToggle };
  return fragment(c, <TagDialog {...props} />, errors ? 422 : 200);
}

/** The refused dialog as it was sent: its values, and a message beside each field. */
function again(c: Ctx, { values, errors }: Refused): Response {
  const tagId = c.req.param('id') ? idParam(c) : null;
  const { name = '', color = BLANK.color, kanban } = values;
  return dialog(c, tagId, { name, color, kanban: kanban === 'true' }, errors);
}
