import { z } from 'zod';

export const code = z
  .string('validation:required')
  .max(64, 'factors:wrongCode')
  .transform((text) => text.replaceAll(' ', '').replaceAll('-', '').toLowerCase())
  .pipe(z.string().min(1, 'validation:required'));

export const CodeInput = z.object({ code });

/** `sealed` is the encrypted secret that was shown, sent back by the form. */
export const AuthenticatorInput = z.object({ sealed: z.string().max(500), code });
export type AuthenticatorInput = z.infer<typeof AuthenticatorInput>;

const passkeyName = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .max(60, 'validation:tooLong');
/** JSON from the browser; '' when it made nothing. */
const credential = z.string().max(12_000);

export const PasskeyName = z.object({ name: passkeyName });
export const PasskeyInput = z.object({ name: passkeyName, credential });
export type PasskeyInput = z.infer<typeof PasskeyInput>;
export const PasskeySignIn = z.object({ credential });
