import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';

export function dayGreeting(tx: Scope): string {
  const hour = Number(zonedParts(tx.now(), tx.timeZone).time.slice(0, 2));
  if (hour < 6) return 'Boa madrugada';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}
