import type { Ctx } from '../core/http/env.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 wants less than a year; a server that is no longer run should expire. */
const GOOD_FOR_DAYS = 90;

/** RFC 9116. Undefined if the operator configured no contact. */
export function securityTxt(c: Ctx): string | undefined {
  const { config, clock } = c.get('kernel');
  if (!config.securityContact) return undefined;
  const today = Math.floor(clock().getTime() / DAY_MS);
  const lines = [
    `Contact: ${config.securityContact}`,
    `Expires: ${new Date((today + GOOD_FOR_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: pt, en, es',
    ...(config.publicUrl ? [`Canonical: ${config.publicUrl}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
