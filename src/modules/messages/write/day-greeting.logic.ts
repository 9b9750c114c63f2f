import type { Scope } from '@/core/scope.ts';

/** The contract's `{{ms}}`. */
export function dayGreeting(tx: Scope): string {
  const zone = { hour: 'numeric', hourCycle: 'h23', timeZone: tx.kernel.config.timeZone } as const;
  const hour = Number(new Intl.DateTimeFormat('en', zone).format(tx.now()));
  if (hour < 6) return 'Boa madrugada';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}
