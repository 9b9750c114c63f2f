import { z } from 'zod';
import { id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

const tokens = z.number().int();

/** Keys are shown as `••••`, and to administrators only; '' where there is none. */
export const Prompt = z
  .strictObject({
    id,
    name: z.string(),
    prompt: z.string(),
    facts: z.string(),
    apiKey: z.string(),
    baseUrl: z.string(),
    model: z.string(),
    queueId: id.nullable(),
    queue: z.strictObject({ id, name: z.string() }).nullable(),
    maxMessages: tokens,
    maxTokens: tokens,
    temperature: z.number(),
    maxAnswers: tokens,
    readsPictures: z.boolean(),
    voice: z.string(),
    voiceKey: z.string(),
    voiceRegion: z.string(),
    priceIn: z.number().nullable(),
    priceOut: z.number().nullable(),
    promptTokens: tokens,
    completionTokens: tokens,
    totalTokens: tokens,
    companyId: id,
    ...stamps,
  })
  .meta({ id: 'Prompt' });
export type PromptView = z.infer<typeof Prompt>;

export const PromptPage = pageOf('prompts', Prompt);
export type PromptPage = z.infer<typeof PromptPage>;

export type UsageRow = { key: string; calls: number; tokens: number; cost: number };
export type UsageView = {
  days: UsageRow[];
  prompts: UsageRow[];
  purposes: UsageRow[];
  assistant: UsageRow[];
  used: number;
  /** 0 for none. */
  budget: number;
};

export type TrialView = { text: string; note: string; tokens: number; cost: number | null; error: string };
