import { z } from 'zod';
import { yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';

export const TAGS_PER_PAGE = 40;
export const DEFAULT_COLOR = '#A4CCCC';

export const MAX_TAG_NAME = 50;
export const TAG_CHOICES = 8;

export const TagInput = z.object({
  /** Spec part 1 §5: at least 3 characters ('Mensagem muito curta'), required ('Obrigatório'). */
  name: z
    .string('tags:errors.required')
    .trim()
    .min(1, 'tags:errors.required')
    .min(3, 'tags:errors.tooShort')
    .max(MAX_TAG_NAME, 'tags:errors.tooLong'),
  /** Existing clients send '' until a color is chosen. */
  color: z
    .union([
      z.literal('').transform(() => DEFAULT_COLOR),
      z.string().regex(/^#[0-9a-fA-F]{6}$/, 'tags:errors.color'),
    ])
    .default(DEFAULT_COLOR),
  kanban: yesOrNo,
});
export type TagInput = z.infer<typeof TagInput>;

export const TagFilter = z.object(listFilter);
export type TagFilter = z.infer<typeof TagFilter>;

export const TagChoiceFilter = z.object({ name: z.string().trim().max(MAX_TAG_NAME).default('') });
