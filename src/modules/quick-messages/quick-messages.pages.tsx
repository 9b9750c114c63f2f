import { QuickMessagesPage } from '@views/pages/quick-messages/quick-messages-page.tsx';
import {
  DeleteQuickMessageDialog,
  QuickMessageDialog,
  type QuickMessageValues,
} from '@views/parts/quick-messages/quick-message-dialog.tsx';
import { QuickMessageRows } from '@views/parts/quick-messages/quick-message-rows.tsx';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import { type Ctx, type Env, isPartial } from '@/kernel/http/env.ts';
import { isMultipart } from '@/kernel/http/read-body.ts';
import { done, fragment, page } from '@/kernel/http/respond.ts';
import { readUploads, takesFiles } from '@/kernel/http/upload.ts';
import { form, idParam, query, type Refused, saving } from '@/kernel/http/validate.ts';
import { MAX_MEDIA_BYTES } from '@/modules/messages/messages.schema.ts';
import { canChangeQuickMessage, canMakeGeneral } from './quick-messages.policy.ts';
import { getQuickMessage, listQuickMessages } from './quick-messages.queries.ts';
import { QuickMessageFilter, QuickMessageForm, type QuickMessageView } from './quick-messages.schema.ts';
import {
  createQuickMessage,
  deleteQuickMessage,
  type QuickMedia,
  updateQuickMessage,
} from './quick-messages.service.ts';

const BLANK: QuickMessageValues = { shortcode: '', message: '', geral: false, status: true };
const REFRESH = 'quickmessage';
const MEDIA = { field: 'file', maxBytes: MAX_MEDIA_BYTES, maxFiles: 1 };

export const quickMessagesPages = new Hono<Env>()
  .get('/quick-messages', signedIn, query(QuickMessageFilter), async (c) => {
    const filter = c.req.valid('query');
    const found = await listQuickMessages(c.var.scope, filter);
    const props = { page: found, filter, canChange: changeable(c, found.records) };
    if (isPartial(c)) return fragment(c, <QuickMessageRows {...props} />);
    return page(
      c,
      { title: 'quickMessages:title', active: 'quickMessages' },
      <QuickMessagesPage {...props} />,
    );
  })
  .get('/quick-messages/new', signedIn, (c) => dialog(c, null, BLANK))
  .get('/quick-messages/:id/edit', signedIn, async (c) => {
    const quickMessage = await getQuickMessage(c.var.scope, idParam(c));
    return dialog(c, quickMessage, quickMessage);
  })
  .get('/quick-messages/:id/delete', signedIn, async (c) =>
    fragment(c, <DeleteQuickMessageDialog quickMessage={await getQuickMessage(c.var.scope, idParam(c))} />),
  )
  .post('/quick-messages', signedIn, takesFiles(MEDIA), form(QuickMessageForm, again), (c) =>
    saving(c, again, async () => {
      const { removeMedia: _none, ...input } = c.req.valid('form');
      await createQuickMessage(c.var.scope, { ...input, media: await chosenFile(c) });
      return done(c, { toast: 'quickMessages:toast.created', refresh: REFRESH });
    }),
  )
  .put('/quick-messages/:id', signedIn, takesFiles(MEDIA), form(QuickMessageForm, again), (c) =>
    saving(c, again, async () => {
      const { removeMedia, ...input } = c.req.valid('form');
      const quickMessageId = idParam(c);
      const media = (await chosenFile(c)) ?? (removeMedia ? null : undefined);
      await updateQuickMessage(c.var.scope, { ...input, quickMessageId, media });
      return done(c, { toast: 'quickMessages:toast.updated', refresh: REFRESH });
    }),
  )
  .delete('/quick-messages/:id', signedIn, async (c) => {
    await deleteQuickMessage(c.var.scope, { quickMessageId: idParam(c) });
    return done(c, { toast: 'quickMessages:toast.deleted', refresh: REFRESH });
  });

/** The form's file; a form without one may also come without its parts. */
async function chosenFile(c: Ctx): Promise<QuickMedia | undefined> {
  return isMultipart(c) ? (await readUploads(c)).uploads[0] : undefined;
}

function changeable(c: Ctx, records: QuickMessageView[]): number[] {
  const { actor } = c.var.scope;
  return records
    .filter(({ userId, geral }) => canChangeQuickMessage(actor, { userId, isGeneral: geral }))
    .map(({ id }) => id);
}

function dialog(
  c: Ctx,
  known: QuickMessageView | null,
  values: QuickMessageValues,
  errors?: Record<string, string>,
): Response {
  const canDecideGeneral = canMakeGeneral(c.var.scope.actor);
  const props = { known, values, errors, canDecideGeneral };
  return fragment(c, <QuickMessageDialog {...props} />, errors ? 422 : 200);
}

/** The refused dialog as it was sent: its values, and a message beside each field. */
async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const known = c.req.param('id') ? await getQuickMessage(c.var.scope, idParam(c)) : null;
  const { shortcode = '', message = '', geral, status } = values;
  return dialog(c, known, { shortcode, message, geral: geral === 'true', status: status === 'true' }, errors);
}
