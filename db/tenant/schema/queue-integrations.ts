import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, timestamps, words } from '../../../src/kernel/db/columns.ts';
import {
  INTEGRATION_LANGUAGES,
  INTEGRATION_TYPES,
} from '../../../src/modules/queue-integrations/queue-integrations.schema.ts';
import { queues } from './people.ts';

export const queueIntegrations = sqliteTable(
  'queue_integrations',
  {
    id: id(),
    type: text('type', { enum: INTEGRATION_TYPES }).notNull(),
    name: text('name').notNull().unique(),
    projectName: words('project_name'),
    /** Credentials of a Dialogflow project, sealed. */
    jsonContent: words('json_content'),
    language: text('language', { enum: INTEGRATION_LANGUAGES }).notNull().default('pt-BR'),
    urlN8N: words('url_n8n'),
    /** Whether n8n and webhook get our own signed body instead of the contract's. */
    isSigned: flag('is_signed').notNull().default(false),
    /** Sealed. */
    signingSecret: words('signing_secret'),
    typebotSlug: words('typebot_slug'),
    /** Minutes; 0 never. */
    typebotExpires: integer('typebot_expires').notNull().default(1),
    /** Milliseconds. */
    typebotDelayMessage: integer('typebot_delay_message').notNull().default(1000),
    typebotKeywordFinish: words('typebot_keyword_finish'),
    typebotKeywordRestart: words('typebot_keyword_restart'),
    typebotRestartMessage: words('typebot_restart_message'),
    typebotUnknownMessage: words('typebot_unknown_message'),
    /** Where a ticket goes when the service fails; null leaves it where it is. */
    fallbackQueueId: integer('fallback_queue_id').references(() => queues.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    index('queue_integrations_new').on(t.createdAt, t.id),
    index('queue_integrations_fallback').on(t.fallbackQueueId),
  ],
);
