import { detectIntent, GOOGLE_URL } from '@/adapters/dialogflow/detect-intent.client.ts';
import { ResponderFailed } from '@/adapters/responders/responder.port.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { requireCallable } from '@/core/security/callable-address.ts';
import { projectOf } from './find-integration-responder.queries.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import { requireIntegration } from './queue-integrations.queries.ts';
import type { TestSessionInput } from './queue-integrations.schema.ts';

/**
 * Sends 'Ola' to the agent, as the contract does; stores nothing. Throws ERR_NO_DIALOG_FOUND, InvalidInput on a
 * blocked address, ERR_TEST_SESSION_DIALOG when the agent is unreachable, ERR_TEST_REPLY_DIALOG without a reply.
 */
export async function testSession(
  scope: Scope,
  { projectName, jsonContent, language, urlN8N, id }: TestSessionInput,
): Promise<string[]> {
  requireCan(scope, canManageIntegrations);
  requireCallable(scope, 'urlN8N', urlN8N);
  const saved = id ? projectOf(scope, await requireIntegration(scope, id)) : undefined;
  const project = {
    name: projectName,
    // Stored credentials go only to the host they were entered for.
    credentials: jsonContent ?? (isSameHost(saved?.baseUrl, urlN8N) ? saved?.credentials : undefined) ?? '',
    language,
    baseUrl: urlN8N || GOOGLE_URL,
  };
  const { safeCall, dialogflowTokens } = scope.kernel.services;
  const reach = { safeCall, signal: scope.kernel.stopping };
  const found = await detectIntent(reach, dialogflowTokens, project, 'TestSession', { text: 'Ola' }).catch(
    (error: unknown) => {
      if (!(error instanceof ResponderFailed)) throw error;
      throw new AppError('ERR_TEST_SESSION_DIALOG', { fault: error.fault }, { cause: error });
    },
  );
  if (found.texts.length === 0) throw new AppError('ERR_TEST_REPLY_DIALOG');
  return found.texts;
}

const isSameHost = (saved: string | undefined, asked: string | undefined) => saved === (asked || GOOGLE_URL);
