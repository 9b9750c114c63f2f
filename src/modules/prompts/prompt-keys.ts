import type { Scope } from '@/kernel/scope.ts';
import { openText, sealText } from '@/kernel/sealed.ts';

type KeyColumn = 'api_key' | 'voice_key';

const nameOf = ({ companyId }: Scope, id: number, column: KeyColumn) =>
  `prompts:${companyId}:${id}:${column}`;

export function sealKey(scope: Scope, id: number, column: KeyColumn, key: string): string {
  return sealText(scope.kernel, nameOf(scope, id, column), key);
}

export function openKey(scope: Scope, id: number, column: KeyColumn, stored: string): string {
  return openText(scope.kernel, nameOf(scope, id, column), stored);
}
