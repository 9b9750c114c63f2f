import { createPromptResponder } from '@/adapters/openai/prompt-responder.ts';
import { type Reply, ResponderFailed } from '@/adapters/responders/responder.port.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { notCalled } from '@/core/security/callable-address.ts';
import { requireFeature } from '@/modules/companies/plan-features.policy.ts';
import { firstNameOf } from '@/modules/messages/write/variables.schema.ts';
import { costOf, recordUsage } from './ai-usage.service.ts';
import { settingsOf } from './find-prompt-responder.queries.ts';
import { apiKeys } from './prompt-keys.logic.ts';
import { canManagePrompts } from './prompts.policy.ts';
import { requirePromptRow } from './prompts.queries.ts';
import { NO_VOICE, type PromptTrial } from './prompts.schema.ts';
import type { TrialView } from './prompts.views.ts';

const TIMEOUT_MS = 25_000;

/** A test conversation that only its user sees. Throws ERR_NO_PROMPT_FOUND, ERR_FEATURE_NOT_IN_PLAN. */
export async function tryPrompt(scope: Scope, trial: PromptTrial): Promise<TrialView> {
  requireCan(scope, canManagePrompts);
  await requireFeature(scope, 'useOpenAi');
  const user = requireUser(scope);
  const spent = { promptTokens: 0, completionTokens: 0 };
  const settings = await settingsOf(scope, await valuesOf(scope, trial), async (part) => {
    spent.promptTokens += part.promptTokens ?? 0;
    spent.completionTokens += part.completionTokens ?? 0;
  });
  const { error, replies } = await ask(scope, settings, trial, user.name);
  if (spent.promptTokens + spent.completionTokens > 0)
    await recordUsage(scope, { purpose: 'test', promptId: trial.promptId ?? 0, userId: user.id, ...spent });
  const { priceIn = null, priceOut = null } = trial;
  const isPriced = priceIn !== null || priceOut !== null;
  return {
    error,
    text: replies.flatMap((reply) => (reply.type === 'text' ? [reply.text] : [])).join('\n'),
    note: replies
      .map((reply) => noteOf(scope, settings.queues, reply))
      .filter(Boolean)
      .join(' · '),
    tokens: spent.promptTokens + spent.completionTokens,
    cost: isPriced ? costOf({ priceIn, priceOut }, spent) : null,
  };
}

type Settings = Parameters<typeof createPromptResponder>[0];

async function ask(
  scope: Scope,
  settings: Settings,
  { said: text, talk }: PromptTrial,
  name: string,
): Promise<{ replies: Reply[]; error: string }> {
  const refusal = notCalled(scope.kernel, settings.account.baseUrl);
  if (refusal) return { replies: [], error: refusal };
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), scope.kernel.stopping]);
  try {
    const { replies } = await createPromptResponder(settings).answer(
      {
        ticket: { id: 0, uuid: '', queueId: null },
        customer: { name, firstName: firstNameOf(name), number: '' },
        connection: { id: 0, name: '', number: '' },
        messages: [{ messageId: 0, kind: 'text', text: text, file: null }],
        history: async (most) => (most === 0 ? [] : talk.slice(-most)),
        memory: {},
        answers: 0,
      },
      signal,
    );
    return { replies, error: '' };
  } catch (error) {
    if (!(error instanceof ResponderFailed)) throw error;
    return { replies: [], error: `responders:fault.${error.fault}` };
  }
}

/** A stored key is only used with the address it was entered for. */
async function valuesOf(scope: Scope, trial: PromptTrial) {
  const known = trial.promptId ? await requirePromptRow(scope, trial.promptId) : undefined;
  const isSameAddress = known !== undefined && (trial.baseUrl ?? known.baseUrl) === known.baseUrl;
  const stored = isSameAddress ? apiKeys.decrypt(scope, known.id, known.apiKey) : '';
  return {
    apiKey: trial.apiKey ?? stored,
    baseUrl: trial.baseUrl ?? '',
    model: trial.model ?? '',
    prompt: trial.prompt ?? '',
    facts: trial.facts ?? '',
    maxTokens: trial.maxTokens ?? 100,
    maxMessages: trial.maxMessages ?? 10,
    temperature: trial.temperature ?? 1,
    readsPictures: true,
    voice: NO_VOICE,
    voiceKey: '',
    voiceRegion: '',
  };
}

function noteOf(scope: Scope, queues: { id: number; name: string }[], reply: Reply): string {
  if (reply.type === 'close') return scope.t('prompts:trial.closes');
  if (reply.type === 'field') return `${reply.name}: ${reply.value}`;
  if (reply.type !== 'transfer') return '';
  const queue = queues.find(({ id }) => id === reply.queueId)?.name;
  return queue ? scope.t('prompts:trial.transfersTo', { queue }) : scope.t('prompts:trial.transfers');
}
