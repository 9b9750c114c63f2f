import { z } from 'zod';

export { SHEET } from '../../contacts/import/imports.schema.ts';

export const SKIPPED = ['bad_name', 'bad_number', 'damaged', 'bad_email', 'repeated', 'exists'] as const;
export type Skipped = (typeof SKIPPED)[number];

/** Column indexes from 0; null for none. */
export type Mapping = { name: number | null; number: number | null; email: number | null };

const column = z
  .preprocess(
    (value) => (value === '' ? null : value),
    z.coerce.number('validation:invalid').int().min(0).max(50, 'validation:invalid').nullable(),
  )
  .default(null);

export const MappingDraft = z.object({ name: column, number: column, email: column });
export const MappingForm = MappingDraft.superRefine(({ number }, context) => {
  if (number === null) context.addIssue({ code: 'custom', path: ['number'], message: 'validation:required' });
});

export const ListImportQuery = z.object({ part: z.enum(['progress']).optional() });
