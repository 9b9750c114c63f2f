import { z } from 'zod';

const isNotAscii = /[^\0-\x7f]/;
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** Browsers send the domain of an e-mail field in its ASCII form, so that is the one to compare and to store. */
export function canonicalEmail(typed: string): string {
  const text = typed.normalize('NFC');
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  const url = `http://${domain}`;
  const isForeign = at >= 0 && isNotAscii.test(domain) && DOMAIN.test(domain) && URL.canParse(url);
  if (!isForeign) return text;
  return `${text.slice(0, at)}@${new URL(url).hostname}`;
}

/** Accents are letters in names (RFC 6531) and domains. */
export const emailAddress = (message = 'validation:email') =>
  z
    .string()
    .meta({ format: 'email' })
    .transform(canonicalEmail)
    .refine((text) => z.email().safeParse(text.replace(/[\p{L}\p{M}]/gu, 'a')).success, message);
