import type { Ctx } from './kernel/http/env.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 wants less than a year; a desk that is no longer run should not look as if it were. */
const GOOD_FOR_DAYS = 90;

/** Who is told of a weakness (RFC 9116). Undefined where the operator names nobody. */
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
