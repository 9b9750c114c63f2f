import { index, integer, real, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { encrypted, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, timestamps } from '../../../src/core/db/columns.ts';
import { AI_PURPOSES } from '../../../src/modules/prompts/prompts.schema.ts';
import { queues } from './people.ts';

export const prompts = table(
  'prompts',
  {
    id: id(),
    name: personal(text('name').notNull()),
    prompt: personal(text('prompt').notNull()),
    facts: personal(emptyText('facts')),
    apiKey: encrypted(emptyText('api_key')),
    /** '' means the platform's, or the provider's own. */
    baseUrl: emptyText('base_url'),
    model: emptyText('model'),
    queueId: integer('queue_id').references(() => queues.id, { onDelete: 'set null' }),
    maxMessages: integer('max_messages').notNull().default(10),
    maxTokens: integer('max_tokens').notNull().default(100),
    temperature: real('temperature').notNull().default(1),
    /** After this many answers in one attendance a person takes over; 0 for no limit. */
    maxAnswers: integer('max_answers').notNull().default(0),
    readsPictures: flag('reads_pictures').notNull().default(true),
    voice: text('voice').notNull().default('texto'),
    voiceKey: encrypted(emptyText('voice_key')),
    voiceRegion: emptyText('voice_region'),
    /** Dollars per million tokens; null when unknown. */
    priceIn: real('price_in'),
    priceOut: real('price_out'),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    totalTokens: integer('total_tokens').notNull().default(0),
    ...timestamps(),
  },
  (t) => [index('prompts_name').on(t.name, t.id), index('prompts_queue').on(t.queueId)],
);

/** Costs per day. `promptId` and `userId` are 0 where there is none. */
export const aiUsage = table(
  'ai_usage',
  {
    id: id(),
    /** YYYY-MM-DD in the company's time zone. */
    day: text('day').notNull(),
    purpose: text('purpose', { enum: AI_PURPOSES }).notNull(),
    promptId: integer('prompt_id').notNull().default(0),
    userId: integer('user_id').notNull().default(0),
    calls: integer('calls').notNull().default(0),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    /** In the currency of the prompt's prices. */
    cost: real('cost').notNull().default(0),
    /** Characters of synthesized speech. */
    characters: integer('characters').notNull().default(0),
    seconds: integer('seconds').notNull().default(0),
  },
  (t) => [uniqueIndex('ai_usage_day').on(t.day, t.purpose, t.promptId, t.userId)],
);
