import { z } from 'zod';
import { MachineFailed } from '../port.ts';
import { asMachineFailed, type ModelAccount, openClient } from './client.ts';

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
  /** 0 to 2. */
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

/** Of what the protocol answers, only this is read; a server that speaks it otherwise is broken. */
const Reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
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

/** Throws MachineFailed and nothing else. */
export async function complete({ account, ...wish }: Completing): Promise<Completed> {
  const client = await openClient(account);
  const answer: unknown = await client.chat.completions
    .create(bodyOf(account, wish) as never, { signal: wish.signal })
    .catch((error: unknown) => {
      throw asMachineFailed(error, wish.signal);
    });
  const reply = Reply.safeParse(answer);
  const message = reply.data?.choices[0]?.message;
  if (!reply.success || !message) throw new MachineFailed('broken', 'no completion');
  return {
    text: message.content ?? '',
    toolCalls: (message.tool_calls ?? []).map((call) => ({ ...call, type: 'function' })),
    usage: {
      promptTokens: reply.data.usage?.prompt_tokens ?? 0,
      completionTokens: reply.data.usage?.completion_tokens ?? 0,
    },
  };
}

/** Reasoning models take no temperature; OpenAI's own name for the limit is not known to all who speak its protocol. */
function bodyOf(
  { baseUrl }: ModelAccount,
  { model, messages, maxTokens, temperature, tools = [] }: Omit<Completing, 'account'>,
) {
  const isOwn = URL.canParse(baseUrl) && new URL(baseUrl).hostname.endsWith('openai.com');
  const isReasoning = /^(o\d|gpt-5)/.test(model);
  return {
    model,
    messages,
    [isOwn ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(!isReasoning && { temperature }),
    ...(tools.length > 0 && { tools: tools.map((one) => ({ type: 'function', function: one })) }),
  };
}
