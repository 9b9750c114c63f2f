import { MergeChoices, MergeDialog } from '@views/parts/contacts/merge-dialog.tsx';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { done, fragment } from '@/kernel/http/respond.ts';
import { form, idParam, query, type Refused, saving, shownId } from '@/kernel/http/validate.ts';
import { requireCan } from '@/kernel/policy.ts';
import { canMergeContacts } from './contacts.policy.ts';
import { getContact, listContacts } from './contacts.queries.ts';
import { ContactFilter, type ContactView, MergeInput } from './contacts.schema.ts';
import { mergeByHand } from './merge.service.ts';

const MIN_SEARCH = 3;
const MOST_CHOICES = 8;

/** Two contacts turn out to be one person. */
export const mergePages = new Hono<Env>()
  .get('/contacts/:id/merge', signedIn, (c) => dialog(c))
  .get('/contacts/:id/merge/choices', signedIn, query(ContactFilter), async (c) => {
    requireCan(c.var.scope, canMergeContacts);
    const { id } = await getContact(c.var.scope, idParam(c));
    const filter = c.req.valid('query');
    if (filter.searchParam.length < MIN_SEARCH) return fragment(c, null);
    const { contacts } = await listContacts(c.var.scope, filter);
    const others = contacts.filter((contact) => contact.id !== id).slice(0, MOST_CHOICES);
    return fragment(c, <MergeChoices choices={others.map(toChoice)} />);
  })
  .post('/contacts/:id/merge', signedIn, form(MergeInput.pick({ drop: true }), dialog), (c) =>
    saving(c, dialog, async () => {
      const { drop } = c.req.valid('form');
      const { undo } = await mergeByHand(c.var.scope, { keep: idParam(c), drop });
      return done(c, { toast: 'contacts:toast.merged', undo, refresh: 'contact' });
    }),
  );

async function dialog(c: Ctx, refused?: Refused): Promise<Response> {
  requireCan(c.var.scope, canMergeContacts);
  const contact = await getContact(c.var.scope, idParam(c));
  const drop = shownId(refused?.values.drop);
  const chosen = drop ? toChoice(await getContact(c.var.scope, drop)) : null;
  return fragment(
    c,
    <MergeDialog contact={contact} chosen={chosen} errors={refused?.errors} />,
    refused ? 422 : 200,
  );
}

function toChoice({ id, name, number, profilePicUrl }: ContactView) {
  return { id, name: name || number, detail: name ? number : '', picture: profilePicUrl };
}
