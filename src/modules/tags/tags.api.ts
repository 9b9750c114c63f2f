import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { getTag, listAllTags, listTags } from './tags.queries.ts';
import { TagFilter, TagInput } from './tags.schema.ts';
import { deleteTag, findOrCreateTag, updateTag } from './tags.service.ts';

export const tagsApi = new Hono<Env>()
  .get('/tags', signedIn, query(TagFilter), async (c) =>
    c.json(await listTags(c.var.scope, c.req.valid('query'))),
  )
  .get('/tags/list', signedIn, async (c) => c.json(await listAllTags(c.var.scope)))
  .get('/tags/:id', signedIn, async (c) => c.json(await getTag(c.var.scope, idParam(c))))
  .post('/tags', signedIn, body(TagInput), async (c) =>
    c.json(await findOrCreateTag(c.var.scope, c.req.valid('json'))),
  )
  .put('/tags/:id', signedIn, body(TagInput), async (c) =>
    c.json(await updateTag(c.var.scope, { ...c.req.valid('json'), tagId: idParam(c) })),
  )
  .delete('/tags/:id', signedIn, async (c) => {
    await deleteTag(c.var.scope, { tagId: idParam(c) });
    return c.json({ message: 'Tag deleted' });
  });
