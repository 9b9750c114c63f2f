import { z } from 'zod';
import { listFilter } from '../../../list.schema.ts';

export const OPT_OUTS_PER_PAGE = 20;

export const OptOutFilter = z.object(listFilter);
export type OptOutFilter = z.infer<typeof OptOutFilter>;

export const OptOutInput = z.object({
  number: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(8, 'validation:tooShort')
    .max(50, 'validation:tooLong')
    .transform((text) => (text.startsWith('+') ? '+' : '') + text.replace(/\D/g, ''))
    .pipe(z.string().regex(/^\+?\d{8,15}$/, 'common:validation.phone')),
});
export type OptOutInput = z.infer<typeof OptOutInput>;
