import { requireCallable } from '@/kernel/callable.ts';
import { AppError } from '@/kernel/errors.ts';
import { requireCan } from '@/kernel/policy.ts';
import type { Scope } from '@/kernel/scope.ts';
import { detectIntent, GOOGLE_URL } from '@/machines/dialogflow/detect-intent.ts';
import { MachineFailed } from '@/machines/port.ts';
import { projectOf } from './integration-machine.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import { requireIntegration } from './queue-integrations.queries.ts';
import type { TestSessionInput } from './queue-integrations.schema.ts';

/**
 * Says 'Ola' to the agent, as the contract does; nothing is kept. Throws ERR_NO_DIALOG_FOUND, InvalidInput on an address that is not called, ERR_TEST_SESSION_DIALOG
 * where the agent cannot be asked, ERR_TEST_REPLY_DIALOG where it says nothing.
 */
export async function testSession(
  scope: Scope,
  { projectName, jsonContent, language, urlN8N, id }: TestSessionInput,
): Promise<string[]> {
  requireCan(scope, canManageIntegrations);
  requireCallable(scope, 'urlN8N', urlN8N);
  const kept = id ? projectOf(scope, await requireIntegration(scope, id)) : undefined;
  const project = {
    name: projectName,
    // Kept credentials go only where they were meant to go.
    credentials: jsonContent ?? (isSameHost(kept?.baseUrl, urlN8N) ? kept?.credentials : undefined) ?? '',
    language,
    baseUrl: urlN8N || GOOGLE_URL,
  };
  const { safeCall, dialogflowTokens } = scope.kernel.services;
  const reach = { safeCall, signal: scope.kernel.stopping };
  const found = await detectIntent(reach, dialogflowTokens, project, 'TestSession', { text: 'Ola' }).catch(
    (error: unknown) => {
      if (!(error instanceof MachineFailed)) throw error;
      throw new AppError('ERR_TEST_SESSION_DIALOG', { fault: error.fault }, { cause: error });
    },
  );
  if (found.texts.length === 0) throw new AppError('ERR_TEST_REPLY_DIALOG');
  return found.texts;
}

const isSameHost = (kept: string | undefined, asked: string | undefined) => kept === (asked || GOOGLE_URL);
