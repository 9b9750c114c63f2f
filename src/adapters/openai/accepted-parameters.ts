import { createRecent } from '@/core/bounded-cache.ts';
import type { ModelAccount } from './openai.client.ts';

export type Parameters = {
  limit: 'max_tokens' | 'max_completion_tokens' | null;
  temperature: boolean;
  tools: boolean;
};

const MOST = 500;
const KNOWN_MS = 3_600_000;
/** llama.cpp's server answers 500 to tools it was not started for. */
const REFUSALS = [400, 404, 422, 500];

const known = createRecent<Parameters>(MOST);

const keyOf = ({ baseUrl, apiKey }: ModelAccount, model: string) =>
  `${baseUrl} ${model} ${Bun.hash(apiKey).toString(36)}`;

export function acceptedParameters(account: ModelAccount, model: string): Parameters {
  return known.get(keyOf(account, model)) ?? usualParameters(account, model);
}

export function rememberParameters(account: ModelAccount, model: string, accepted: Parameters): void {
  known.set(keyOf(account, model), accepted, { ttl: KNOWN_MS });
}

/** Reasoning models take no temperature; not every compatible server knows OpenAI's own name for the limit. */
function usualParameters({ baseUrl }: ModelAccount, model: string): Parameters {
  const isOwn = URL.canParse(baseUrl) && new URL(baseUrl).hostname.endsWith('openai.com');
  return {
    limit: isOwn ? 'max_completion_tokens' : 'max_tokens',
    temperature: !/^(o\d|gpt-5)/.test(model),
    tools: true,
  };
}

/** Without the parameters the server's refusal names; undefined if it names none that was sent. */
export function withoutRefused(
  sent: Parameters,
  status: number | undefined,
  refusal: string,
): Parameters | undefined {
  if (status === undefined || !REFUSALS.includes(status)) return undefined;
  const { limit } = sent;
  if (limit && names(refusal, limit)) {
    const other = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...sent, limit: names(refusal, other) ? other : null };
  }
  if (sent.temperature && names(refusal, 'temperature')) return { ...sent, temperature: false };
  if (sent.tools && /\b(tools?|tool_choice|function[ _]call(s|ing)?)\b/i.test(refusal))
    return { ...sent, tools: false };
  return undefined;
}

const names = (refusal: string, parameter: string) =>
  refusal
    .toLowerCase()
    .split(/[^a-z_]/)
    .includes(parameter);
