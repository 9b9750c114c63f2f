import { z } from 'zod';
import { contrast } from '../../schemas/color.schema.ts';

export const LOGO_REFS = [
  'signup',
  'login',
  'interno',
  'favicon',
  'favicon-256x256',
  'apple-touch-icon',
] as const;
export const LogoRef = z.enum(LOGO_REFS, 'branding:chooseTarget');
export type LogoRef = z.infer<typeof LogoRef>;

export const LOGO_FILE = { field: 'file', maxBytes: 256 * 1024, maxFiles: 1 };
export const LOGO_ENDINGS = '.png,.ico,.svg';

export const LogoForm = z.object({ ref: LogoRef });

export const MAX_PRODUCT_NAME = 30;
export const MAX_SUPPORT = 120;
/** WCAG 2.2 AA for text: links and buttons have this colour on white. */
const LEAST_CONTRAST = 4.5;

export const BrandingForm = z.object({
  name: z
    .string('validation:invalid')
    .transform((text) => text.replaceAll('\0', '').trim())
    .pipe(z.string().max(MAX_PRODUCT_NAME, 'validation:tooLong')),
  support: z
    .string()
    .default('')
    .transform((text) => text.replaceAll('\0', '').trim())
    .pipe(z.string().max(MAX_SUPPORT, 'validation:tooLong')),
  color: z
    .string('validation:invalid')
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'branding:badColor')
    .refine(
      (color) => !/^#[0-9a-f]{6}$/.test(color) || contrast(color, '#ffffff') >= LEAST_CONTRAST,
      'branding:paleColor',
    ),
});
export type BrandingForm = z.infer<typeof BrandingForm>;
