import type { Kernel, Scope } from '@/kernel/scope.ts';
import { GOOGLE_URL } from '@/machines/dialogflow/detect-intent.ts';
import { createTokens, type Tokens } from '@/machines/dialogflow/service-account.ts';
import { openSecret } from './integration-secrets.ts';
import type { IntegrationRow } from './queue-integrations.queries.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    dialogflowTokens: Tokens;
  }
}

export const createDialogflowTokens = ({ clock }: Kernel): Tokens => createTokens(() => clock().getTime());

export function projectOf(scope: Scope, row: IntegrationRow) {
  return {
    name: row.projectName,
    credentials: openSecret(scope, row.id, 'json_content', row.jsonContent),
    language: row.language,
    baseUrl: row.urlN8N || GOOGLE_URL,
  };
}
