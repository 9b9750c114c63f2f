import { z } from 'zod';
import { idOrNone, lines } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';
import { variablesIn } from '../messages/write/variables.schema.ts';

export const BUTTON_SIDES = ['right', 'left'] as const;
export const BUTTON_COLOR = '#157347';
export const LINKS_PER_PAGE = 20;
export const MAX_LINKS = 500;
export const MAX_SOURCE = 30;
export const MAX_LABEL = 40;
export const MAX_LINK_TEXT = 500;

const Source = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,30}$/, 'clickToChat:errors.source');

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'validation:invalid');
const label = z.string().trim().max(MAX_LABEL, 'validation:tooLong').transform(storable);

export const ClickLinkInput = z.object({
  source: z.string('validation:required').trim().min(1, 'validation:required').pipe(Source),
  connectionId: idOrNone.pipe(z.number('validation:required')),
  text: lines(MAX_LINK_TEXT)
    .transform(storable)
    .refine((text) => variablesIn(text).length === 0, 'clickToChat:errors.variables')
    .default(''),
  label: label.default(''),
  color: color.default(BUTTON_COLOR),
  side: z.enum(BUTTON_SIDES, 'validation:invalid').default('right'),
});
export type ClickLinkInput = z.infer<typeof ClickLinkInput>;

export const ClickLinkFilter = z.object(listFilter);
export type ClickLinkFilter = z.infer<typeof ClickLinkFilter>;

/** Input of the live preview: what cannot be rendered yet falls back to the default. */
export const ButtonStyle = z.object({
  label: label.catch(''),
  color: color.catch(BUTTON_COLOR),
  side: z.enum(BUTTON_SIDES).catch('right'),
});
export type ButtonStyle = z.infer<typeof ButtonStyle>;
