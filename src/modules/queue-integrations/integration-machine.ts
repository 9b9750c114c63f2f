import type { Kernel, Scope } from '@/kernel/scope.ts';
import { GOOGLE_URL } from '@/machines/dialogflow/detect-intent.ts';
import { createDialogflow } from '@/machines/dialogflow/dialogflow.ts';
import { createTokens, type Tokens } from '@/machines/dialogflow/service-account.ts';
import type { AnswerMachine, FoundMachine } from '@/machines/port.ts';
import { createTypebot } from '@/machines/typebot/typebot.ts';
import type { Hook } from '@/machines/webhook/hook.ts';
import { hasFeature } from '@/modules/companies/plan-features.ts';
import { credentials, signingSecrets } from './integration-secrets.ts';
import { findIntegration, type IntegrationRow } from './queue-integrations.queries.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    dialogflowTokens: Tokens;
  }
}

export const createDialogflowTokens = ({ clock }: Kernel): Tokens => createTokens(() => clock().getTime());

/** Undefined where it is gone, or the plan has none. */
export async function findIntegrationMachine(
  scope: Scope,
  integrationId: number,
): Promise<FoundMachine | undefined> {
  const row = (await hasFeature(scope, 'useIntegrations'))
    ? await findIntegration(scope, integrationId)
    : undefined;
  if (!row) return undefined;
  const { name, fallbackQueueId: queueId } = row;
  return { machine: machineOf(scope, row), name, queueId, maxAnswers: 0 };
}

/** Undefined where it is gone, or is told nothing. */
export async function findHook(scope: Scope, integrationId: number): Promise<Hook | undefined> {
  const row = await findIntegration(scope, integrationId);
  if (row?.type !== 'n8n' && row?.type !== 'webhook') return undefined;
  const secret = row.isSigned ? signingSecrets.open(scope, row.id, row.signingSecret) : null;
  return { url: row.urlN8N, secret };
}

function machineOf(scope: Scope, row: IntegrationRow): AnswerMachine {
  if (row.type === 'typebot') return typebotOf(scope, row);
  return row.type === 'dialogflow' ? dialogflowOf(scope, row) : relay;
}

/** Its flow answers by the message API, in its own time. */
const relay: AnswerMachine = {
  quietMs: 0,
  answer: async ({ said }) => ({
    replies: said.map(({ messageId }) => ({ type: 'deliver', messageId })),
    kept: {},
  }),
};

function typebotOf({ kernel }: Scope, row: IntegrationRow): AnswerMachine {
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

function dialogflowOf(scope: Scope, row: IntegrationRow): AnswerMachine {
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
    credentials: credentials.open(scope, row.id, row.jsonContent),
    language: row.language,
    baseUrl: row.urlN8N || GOOGLE_URL,
  };
}
