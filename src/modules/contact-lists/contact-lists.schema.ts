import { z } from 'zod';
import { yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter, searchParam } from '../../schemas/list-filter.schema.ts';
import { personFields } from '../contacts/contacts.schema.ts';

export const LISTS_PER_PAGE = 20;
export const MAX_NAME = 50;

/** Spec part 2 §5: 2–50 ('Too Short!', 'Too Long!', 'Required'). */
const name = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .min(2, 'validation:tooShort')
  .max(MAX_NAME, 'validation:tooLong');

export const ContactListInput = z.object({ name });
export type ContactListInput = z.infer<typeof ContactListInput>;

export const ContactListFilter = z.object(listFilter);
export type ContactListFilter = z.infer<typeof ContactListFilter>;

/** Spec part 2 §5: as in the address book; the e-mail is optional. */
export const ItemInput = z.object({
  ...personFields,
  email: personFields.email.transform((text) => text ?? ''),
});
export type ItemInput = z.infer<typeof ItemInput>;

/** Existing clients take the list's id from their URL, as text. */
const contactListId = z.coerce.number('validation:required').int().positive('validation:required');

export const NewItem = ItemInput.extend({ contactListId });
export const ItemQuery = z.object({ ...listFilter, contactListId });
export const ListOfItems = z.object({ contactListId });
export type ItemFilter = Omit<z.infer<typeof ItemQuery>, 'contactListId'>;

export const SOURCES = ['none', 'sheet', 'tag', 'search'] as const;
/** Filling an existing list: its sheets have a dialog of their own. */
export const FILL_SOURCES = SOURCES.filter((source) => source === 'tag' || source === 'search');

const sourceFields = {
  source: z.enum(SOURCES).catch('none'),
  tagId: z.coerce.number().int().positive().optional().catch(undefined),
  words: searchParam,
};
export const SourceQuery = z.object(sourceFields);
/** `mayBeNone` false: filling an existing list requires a source. */
export const SourceFieldsQuery = SourceQuery.extend({ mayBeNone: yesOrNo });
export type SourceValues = z.infer<typeof SourceQuery>;

export type Filling =
  | { source: 'none' }
  | { source: 'sheet' }
  | { source: 'tag'; tagId: number }
  | { source: 'search'; words: string };

function fillingOf({ source, tagId, words: query }: SourceValues, context: z.RefinementCtx): Filling {
  const refuse = (field: string) =>
    context.addIssue({ code: 'custom', path: [field], message: 'validation:required' });
  if (source === 'tag') {
    if (tagId !== undefined) return { source, tagId };
    refuse('tagId');
  }
  if (source === 'search') {
    if (query !== '') return { source, words: query };
    refuse('words');
  }
  return { source: source === 'sheet' ? 'sheet' : 'none' };
}

export const ListForm = z
  .object({ name, ...sourceFields })
  .transform(({ name, ...source }, context) => ({ name, filling: fillingOf(source, context) }));

export const FillForm = z.object(sourceFields).transform((source, context): Filling => {
  const filling = fillingOf(source, context);
  if (filling.source === 'none' || filling.source === 'sheet')
    context.addIssue({ code: 'custom', path: ['source'], message: 'validation:required' });
  return filling;
});
