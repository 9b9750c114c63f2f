import type { Scope } from '@/kernel/scope.ts';
import { openText, sealText } from '@/kernel/sealed.ts';

type Column = 'json_content' | 'signing_secret';

export function sealSecret(scope: Scope, integrationId: number, column: Column, value: string): string {
  return sealText(scope.kernel, nameOf(scope, integrationId, column), value);
}

/** '' where none is kept, or it was sealed under another key file. */
export function openSecret(scope: Scope, integrationId: number, column: Column, stored: string): string {
  return openText(scope.kernel, nameOf(scope, integrationId, column), stored);
}

const nameOf = ({ companyId }: Scope, integrationId: number, column: Column) =>
  `queue_integrations:${companyId}:${integrationId}:${column}`;
