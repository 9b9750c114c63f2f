import type { Scope } from '@/kernel/scope.ts';
import type { ModelAccount } from '@/machines/openai/client.ts';
import { createPromptMachine, type PromptSettings, type Spent } from '@/machines/openai/prompt-machine.ts';
import type { FoundMachine } from '@/machines/port.ts';
import { hasFeature } from '@/modules/companies/plan-features.ts';
import { allQueues } from '@/modules/queues/queues.queries.ts';
import { apiKeys, voiceKeys } from './prompt-keys.ts';
import { findPromptRow, type PromptRow } from './prompts.queries.ts';
import { DEFAULT_MODEL, NO_VOICE, OPENAI_URL } from './prompts.schema.ts';
import { recordUsage, requireBudget } from './usage.ts';

/** Undefined when it was deleted, or the plan has none. */
export async function findPromptMachine(scope: Scope, promptId: number): Promise<FoundMachine | undefined> {
  const row = await findPromptRow(scope, promptId);
  if (!row || !(await hasFeature(scope, 'useOpenAi'))) return undefined;
  const keys = {
    apiKey: apiKeys.open(scope, row.id, row.apiKey),
    voiceKey: voiceKeys.open(scope, row.id, row.voiceKey),
  };
  const settings = await settingsOf(scope, { ...row, ...keys }, (spent) =>
    recordUsage(scope, { ...spent, promptId: row.id }, row),
  );
  return {
    machine: createPromptMachine(settings),
    name: row.name,
    queueId: row.queueId,
    maxAnswers: row.maxAnswers,
  };
}

/** Also of a form that is not saved yet. Keys are open here. */
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

/** Of a stored prompt, its key opened. */
export function accountOf(scope: Scope, row: PromptRow): ModelAccount {
  return accountWith(scope, { ...row, apiKey: apiKeys.open(scope, row.id, row.apiKey) });
}

function accountWith(
  { kernel }: Scope,
  { baseUrl, apiKey }: Pick<PromptRow, 'baseUrl' | 'apiKey'>,
): ModelAccount {
  const { services, config } = kernel;
  return { call: services.safeCall, baseUrl: baseUrl || config.openAiUrl || OPENAI_URL, apiKey };
}
