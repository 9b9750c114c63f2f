import { toContactChoice } from '@views/parts/contacts/contact-choice.ts';
import { MergeChoices, MergeDialog } from '@views/parts/contacts/merge-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused, shownId } from '@/core/http/routing/validate.ts';
import { getContact, listContactsUncounted } from '../contacts.queries.ts';
import { ContactFilter, MergeForm } from '../contacts.schema.ts';
import { mergeByHand } from './merge.service.ts';

const MIN_SEARCH = 3;
const MAX_CHOICES = 8;

export const mergePages = [
  pageRoute('GET /contacts/:contactId/merge', { access: 'supervisor', answer: (c) => dialog(c) }),
  pageRoute('GET /contacts/:contactId/merge/choices', {
    access: 'supervisor',
    query: ContactFilter,
    example: () => ({ query: { searchParam: 'cliente' } }),
    async answer(c, { contactId, query }) {
      const { id } = await getContact(c.var.scope, contactId);
      const { searchParam: text } = query;
      if (text.length < MIN_SEARCH) return fragment(c, <MergeChoices text={text} choices={null} />);
      const { contacts } = await listContactsUncounted(c.var.scope, query);
      const others = contacts.filter((contact) => contact.id !== id).slice(0, MAX_CHOICES);
      return fragment(c, <MergeChoices text={text} choices={others.map(toContactChoice)} />);
    },
  }),
  pageRoute('POST /contacts/:contactId/merge', {
    access: 'supervisor',
    form: MergeForm,
    example: ({ contactId }) => ({ body: { drop: contactId } }),
    onInvalid: dialog,
    async answer(c, { contactId, form: { drop } }) {
      const { undo } = await mergeByHand(c.var.scope, { keep: contactId, drop });
      return done(c, { toast: 'contacts:toast.merged', undo, refresh: 'contact' });
    },
  }),
];

async function dialog(c: Ctx, refused?: Refused): Promise<Response> {
  const contact = await getContact(c.var.scope, idParam(c, 'contactId'));
  const drop = shownId(refused?.values.drop);
  const chosen = drop ? toContactChoice(await getContact(c.var.scope, drop)) : null;
  const props = { contact, chosen, typed: refused?.values.searchParam, errors: refused?.errors };
  return fragment(c, <MergeDialog {...props} />, refused ? 422 : 200);
}
