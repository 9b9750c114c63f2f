import { GOOGLE_URL } from '@/adapters/dialogflow/detect-intent.client.ts';
import { createDialogflow } from '@/adapters/dialogflow/dialogflow-responder.ts';
import { createTokens, type Tokens } from '@/adapters/dialogflow/service-account.ts';
import type { Hook } from '@/adapters/n8n/webhook.client.ts';
import type { FoundResponder, Responder } from '@/adapters/responders/responder.port.ts';
import { createTypebot } from '@/adapters/typebot/typebot.client.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { credentials, signingSecrets } from './integration-secrets.logic.ts';
import { findIntegration, type IntegrationRow } from './queue-integrations.queries.ts';

declare module '@/core/scope.ts' {
  interface Services {
    dialogflowTokens: Tokens;
  }
}

export const createDialogflowTokens = ({ clock }: Kernel): Tokens => createTokens(() => clock().getTime());

export async function findIntegrationResponder(
  scope: Scope,
  integrationId: number,
): Promise<FoundResponder | undefined> {
  const row = (await hasFeature(scope, 'useIntegrations'))
    ? await findIntegration(scope, integrationId)
    : undefined;
  if (!row) return undefined;
  const { name, fallbackQueueId: queueId } = row;
  return { responder: responderOf(scope, row), name, queueId, maxAnswers: 0 };
}

export async function findHook(scope: Scope, integrationId: number): Promise<Hook | undefined> {
  const row = await findIntegration(scope, integrationId);
  if (row?.type !== 'n8n' && row?.type !== 'webhook') return undefined;
  const secret = row.isSigned ? signingSecrets.decrypt(scope, row.id, row.signingSecret) : null;
  return { url: row.urlN8N, secret };
}

function responderOf(scope: Scope, row: IntegrationRow): Responder {
  if (row.type === 'typebot') return typebotOf(scope, row);
  return row.type === 'dialogflow' ? dialogflowOf(scope, row) : relay;
}

const relay: Responder = {
  quietMs: 0,
  answer: async ({ messages }) => ({
    replies: messages.map(({ messageId }) => ({ type: 'deliver', messageId })),
    memory: {},
  }),
};

function typebotOf({ kernel }: Scope, row: IntegrationRow): Responder {
  const { safeCall, safeFetch } = kernel.services;
  return createTypebot(
    { safeCall, safeFetch, now: () => kernel.clock().getTime() },
    {
      url: row.urlN8N,
      slug: row.typebotSlug,
      expires: row.typebotExpires,
      delayMs: row.typebotDelayMessage,
      keywordFinish: row.typebotKeywordFinish,
      keywordRestart: row.typebotKeywordRestart,
      restartMessage: row.typebotRestartMessage,
      unknownMessage: row.typebotUnknownMessage,
    },
  );
}

function dialogflowOf(scope: Scope, row: IntegrationRow): Responder {
  const { services, storage } = scope.kernel;
  const { safeCall, safeFetch, dialogflowTokens: tokens } = services;
  return createDialogflow(
    { safeCall, safeFetch, tokens, bytesOf: ({ path }) => storage.read(scope.companyId, path) },
    { ...projectOf(scope, row), title: row.name },
  );
}

export function projectOf(scope: Scope, row: IntegrationRow) {
  return {
    name: row.projectName,
    credentials: credentials.decrypt(scope, row.id, row.jsonContent),
    language: row.language,
    baseUrl: row.urlN8N || GOOGLE_URL,
  };
}
