import { z } from 'zod';
import { yesOrNo } from '../../form.schema.ts';
import { listFilter, searchParam } from '../../list.schema.ts';

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

/** Spec part 2 §5: 8–50 as typed; parsed to digits, with a leading plus when one was typed. */
const number = z
  .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string('validation:required'))
  .pipe(
    z
      .string()
      .trim()
      .min(1, 'validation:required')
      .min(8, 'validation:tooShort')
      .max(50, 'validation:tooLong'),
  )
  .transform((text) => (text.startsWith('+') ? '+' : '') + text.replace(/\D/g, ''))
  .pipe(z.string().regex(/^\+?\d{8,15}$/, 'common:validation.phone'));

const email = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.trim() : (value ?? '')),
    z.union(
      [z.literal(''), z.string().max(200, 'validation:tooLong').pipe(z.email('validation:email'))],
      'validation:email',
    ),
  )
  .default('');

export const ItemInput = z.object({ name, number, email });
export type ItemInput = z.infer<typeof ItemInput>;

/** Existing clients take the list's id from their address, as text. */
const contactListId = z.coerce.number('validation:required').int().positive('validation:required');

export const NewItem = ItemInput.extend({ contactListId });
export const ItemQuery = z.object({ ...listFilter, contactListId });
export type ItemFilter = Omit<z.infer<typeof ItemQuery>, 'contactListId'>;

/** Where the contacts of a list may come from, besides a sheet. */
export const SOURCES = ['none', 'tag', 'search'] as const;

const sourceFields = {
  source: z.enum(SOURCES).catch('none'),
  tagId: z.coerce.number().int().positive().optional().catch(undefined),
  words: searchParam,
};
export const SourceQuery = z.object(sourceFields);
/** A list that is there is not to stay as it is. */
export const SourceFieldsQuery = SourceQuery.extend({ mayBeNone: yesOrNo });
export type SourceValues = z.infer<typeof SourceQuery>;

export type Filling =
  | { source: 'none' }
  | { source: 'tag'; tagId: number }
  | { source: 'search'; words: string };

function fillingOf({ source, tagId, words }: SourceValues, context: z.RefinementCtx): Filling {
  const refuse = (field: string) =>
    context.addIssue({ code: 'custom', path: [field], message: 'validation:required' });
  if (source === 'tag') {
    if (tagId !== undefined) return { source, tagId };
    refuse('tagId');
  }
  if (source === 'search') {
    if (words !== '') return { source, words };
    refuse('words');
  }
  return { source: 'none' };
}

export const ListForm = z
  .object({ name, ...sourceFields })
  .transform(({ name, ...source }, context) => ({ name, filling: fillingOf(source, context) }));

export const FillForm = z.object(sourceFields).transform((source, context): Filling => {
  const filling = fillingOf(source, context);
  if (source.source === 'none')
    context.addIssue({ code: 'custom', path: ['source'], message: 'validation:required' });
  return filling;
});
