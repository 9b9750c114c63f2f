import type { ModelAccount } from '@/adapters/openai/openai.client.ts';
import {
  createPromptResponder,
  type PromptSettings,
  type Spent,
} from '@/adapters/openai/prompt-responder.ts';
import type { FoundResponder } from '@/adapters/responders/responder.port.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { allQueues } from '@/modules/queues/queues.queries.ts';
import { recordUsage, requireBudget } from './ai-usage.service.ts';
import { apiKeys, voiceKeys } from './prompt-keys.logic.ts';
import { findPromptRow, type PromptRow } from './prompts.queries.ts';
import { DEFAULT_MODEL, NO_VOICE, OPENAI_URL } from './prompts.schema.ts';

export async function findPromptResponder(
  scope: Scope,
  promptId: number,
): Promise<FoundResponder | undefined> {
  const row = await findPromptRow(scope, promptId);
  if (!row || !(await hasFeature(scope, 'useOpenAi'))) return undefined;
  const keys = {
    apiKey: apiKeys.decrypt(scope, row.id, row.apiKey),
    voiceKey: voiceKeys.decrypt(scope, row.id, row.voiceKey),
  };
  const settings = await settingsOf(scope, { ...row, ...keys }, (spent) =>
    recordUsage(scope, { ...spent, promptId: row.id }, row),
  );
  return {
    responder: createPromptResponder(settings),
    name: row.name,
    queueId: row.queueId,
    maxAnswers: row.maxAnswers,
  };
}

export async function settingsOf(
  scope: Scope,
  row: Pick<
    PromptRow,
    | 'apiKey'
    | 'baseUrl'
    | 'model'
    | 'prompt'
    | 'facts'
    | 'maxTokens'
    | 'maxMessages'
    | 'temperature'
    | 'readsPictures'
  > &
    Pick<PromptRow, 'voice' | 'voiceKey' | 'voiceRegion'>,
  onSpent: (spent: Spent) => Promise<void>,
): Promise<PromptSettings> {
  const { services, config, storage } = scope.kernel;
  const { voice, voiceKey: key, voiceRegion: region } = row;
  const { prompt, facts, maxTokens, maxMessages, temperature, readsPictures } = row;
  return {
    ...{ prompt, facts, maxTokens, maxMessages, temperature, readsPictures, onSpent },
    account: accountWith(scope, row),
    model: row.model || DEFAULT_MODEL,
    queues: (await allQueues(scope.db)).map(({ id, name }) => ({ id, name })),
    speaker:
      voice === NO_VOICE
        ? null
        : { call: services.safeCall, address: config.azureSpeechUrl, region, key, voice },
    handOverText: scope.t('prompts:handOver'),
    readFile: ({ path }) => storage.read(scope.companyId, path),
    beforeCall: () => requireBudget(scope),
  };
}

export function accountOf(scope: Scope, row: PromptRow): ModelAccount {
  return accountWith(scope, { ...row, apiKey: apiKeys.decrypt(scope, row.id, row.apiKey) });
}

function accountWith(
  { kernel }: Scope,
  { baseUrl, apiKey }: Pick<PromptRow, 'baseUrl' | 'apiKey'>,
): ModelAccount {
  const { services, config } = kernel;
  return { call: services.safeCall, baseUrl: baseUrl || config.openAiUrl || OPENAI_URL, apiKey };
}
