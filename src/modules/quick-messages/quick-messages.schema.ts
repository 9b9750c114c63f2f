import { z } from 'zod';
import { lines, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { MAX_MEDIA_BYTES } from '../messages/message-limits.schema.ts';
import { refuseUnknown } from '../messages/write/refuse-unknown-variables.schema.ts';

export const QUICK_MESSAGES_PER_PAGE = 20;
export const MAX_SHORTCODE = 60;
const MAX_MESSAGE = 65_536;
export const QUICK_MEDIA = { field: 'file', maxBytes: MAX_MEDIA_BYTES, maxFiles: 1 };

export const QuickMessageInput = z.object({
  /** Without the slash (spec part 2 §5: required, 'Obrigatório'). */
  shortcode: z
    .string('validation:required')
    .transform((text) => text.trim().replace(/^\/+/, '').trim())
    .pipe(z.string().min(1, 'validation:required').max(MAX_SHORTCODE, 'validation:tooLong')),
  message: lines(MAX_MESSAGE).default(''),
  geral: yesOrNo,
  status: yesOrNo,
});
export type QuickMessageInput = z.infer<typeof QuickMessageInput>;

/** Limits of the contract; our own screens accept less text. */
export const NewQuickMessage = QuickMessageInput.extend({
  shortcode: QuickMessageInput.shape.shortcode.pipe(z.string().min(3, 'validation:tooShort')),
  message: QuickMessageInput.shape.message.pipe(z.string().trim().min(3, 'validation:tooShort')),
});

export const QuickMessageForm = QuickMessageInput.extend({ removeMedia: yesOrNo }).superRefine(
  refuseUnknown(['message']),
);
export type QuickMessageForm = z.infer<typeof QuickMessageForm>;

export const QuickMessageFilter = z.object(listFilter);
export type QuickMessageFilter = z.infer<typeof QuickMessageFilter>;
