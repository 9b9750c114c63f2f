import { z } from 'zod';
import type { Call } from '@/core/security/safe-call.ts';
import { ResponderFailed } from '../responders/responder.port.ts';
import {
  acceptedParameters,
  type Parameters,
  rememberParameters,
  withoutRefused,
} from './accepted-parameters.ts';
import { asResponderFailed, type ModelAccount, openClient } from './openai.client.ts';
import { withoutThoughts } from './without-thoughts.ts';

export type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
export type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } };
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | Part[] }
  | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

export type Tool = { name: string; description: string; parameters: Record<string, unknown> };

export type Completing = {
  account: ModelAccount;
  model: string;
  messages: ModelMessage[];
  maxTokens: number;
  temperature: number;
  tools?: Tool[];
  signal: AbortSignal;
};

export type Completed = {
  text: string;
  toolCalls: ToolCall[];
  usage: { promptTokens: number; completionTokens: number };
};

const count = z.number().int().min(0).max(1e9).catch(0);

/** Mistral's reasoning models answer in parts, their thoughts among them. */
const content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional() }))
    .transform((parts) => parts.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')),
]);

const Reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: content.nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string().max(200),
                function: z.object({ name: z.string().max(200), arguments: z.string().max(20_000) }),
              }),
            )
            .max(16)
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
});

/** Throws only ResponderFailed. */
export async function complete({ account, ...request }: Completing): Promise<Completed> {
  const answer = await answerTo(account, request);
  const reply = Reply.safeParse(answer);
  const message = reply.data?.choices[0]?.message;
  if (!reply.success || !message) throw new ResponderFailed('broken', 'no completion');
  return {
    text: withoutThoughts(message.content ?? ''),
    toolCalls: (message.tool_calls ?? []).map((call) => ({ ...call, type: 'function' })),
    usage: {
      promptTokens: reply.data.usage?.prompt_tokens ?? 0,
      completionTokens: reply.data.usage?.completion_tokens ?? 0,
    },
  };
}

type Asked = Omit<Completing, 'account'>;

const MAX_REPEATS = 4;
const REFUSAL_LENGTH = 4_000;

/** Many servers support the protocol in part: refused parameters are left out, and remembered once that works. */
async function answerTo(account: ModelAccount, asked: Asked): Promise<unknown> {
  const { model, signal } = asked;
  let refusal = '';
  // The library passes on only what is under `error`.
  const call = async (url: string, request: Call) => {
    const reply = await account.call(url, request);
    if (reply.ok) return reply;
    const text = await reply.text();
    refusal = text.slice(0, REFUSAL_LENGTH);
    return new Response(text, { status: reply.status, headers: reply.headers });
  };
  const client = await openClient({ ...account, call });
  let parameters = acceptedParameters(account, model);
  for (let repeats = 0; ; repeats += 1) {
    try {
      const answer: unknown = await client.chat.completions.create(bodyOf(asked, parameters) as never, {
        signal,
      });
      if (repeats > 0) rememberParameters(account, model, parameters);
      return answer;
    } catch (error) {
      const { status } = error as { status?: number };
      const sent = { ...parameters, tools: parameters.tools && (asked.tools ?? []).length > 0 };
      const fewer = repeats < MAX_REPEATS ? withoutRefused(sent, status, refusal) : undefined;
      if (!fewer || signal.aborted) throw asResponderFailed(error, signal);
      parameters = { ...fewer, tools: parameters.tools && (fewer.tools || !sent.tools) };
    }
  }
}

function bodyOf({ model, messages, maxTokens, temperature, tools = [] }: Asked, accepted: Parameters) {
  return {
    model,
    messages,
    ...(accepted.limit && { [accepted.limit]: maxTokens }),
    ...(accepted.temperature && { temperature }),
    ...(accepted.tools &&
      tools.length > 0 && { tools: tools.map((one) => ({ type: 'function', function: one })) }),
  };
}
