import { Hono } from 'hono';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { readUploads, takesFiles } from '@/kernel/http/upload.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { MAX_MEDIA_BYTES } from '@/modules/messages/messages.schema.ts';
import { getQuickMessage, listQuickMessages, listUsableQuickMessages } from './quick-messages.queries.ts';
import { NewQuickMessage, QuickMessageFilter, QuickMessageInput } from './quick-messages.schema.ts';
import {
  createQuickMessage,
  deleteQuickMessage,
  setQuickMedia,
  updateQuickMessage,
} from './quick-messages.service.ts';

const MEDIA = { field: 'file', maxBytes: MAX_MEDIA_BYTES, maxFiles: 1 };

export const quickMessagesApi = new Hono<Env>()
  .get('/quick-messages', signedIn, query(QuickMessageFilter), async (c) =>
    c.json(await listQuickMessages(c.var.scope, c.req.valid('query'))),
  )
  .get('/quick-messages/list', signedIn, async (c) => c.json(await listUsableQuickMessages(c.var.scope)))
  .get('/quick-messages/:id', signedIn, async (c) => c.json(await getQuickMessage(c.var.scope, idParam(c))))
  .post('/quick-messages', signedIn, body(NewQuickMessage), async (c) =>
    c.json(await createQuickMessage(c.var.scope, c.req.valid('json'))),
  )
  .put('/quick-messages/:id', signedIn, body(QuickMessageInput), async (c) =>
    c.json(await updateQuickMessage(c.var.scope, { ...c.req.valid('json'), quickMessageId: idParam(c) })),
  )
  .delete('/quick-messages/:id', signedIn, async (c) => {
    await deleteQuickMessage(c.var.scope, { quickMessageId: idParam(c) });
    return c.json({ message: 'Contact deleted' });
  })
  .post('/quick-messages/:id/media-upload', signedIn, takesFiles(MEDIA), async (c) => {
    const quickMessageId = idParam(c);
    await getQuickMessage(c.var.scope, quickMessageId);
    const [media] = (await readUploads(c)).uploads;
    if (!media) throw new AppError('ERR_VALIDATION');
    await setQuickMedia(c.var.scope, { quickMessageId, media });
    return c.json({ mensagem: 'Arquivo Anexado' });
  })
  .delete('/quick-messages/:id/media-upload', signedIn, async (c) => {
    await setQuickMedia(c.var.scope, { quickMessageId: idParam(c), media: null });
    return c.json({ mensagem: 'Arquivo excluído' });
  });
