import { index, integer, text } from 'drizzle-orm/sqlite-core';
import { encrypted, personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, flag, id, timestamps } from '../../../src/core/db/columns.ts';
import {
  INTEGRATION_LANGUAGES,
  INTEGRATION_TYPES,
} from '../../../src/modules/queue-integrations/queue-integrations.schema.ts';
import { queues } from './people.ts';

export const queueIntegrations = table(
  'queue_integrations',
  {
    id: id(),
    type: text('type', { enum: INTEGRATION_TYPES }).notNull(),
    name: personal(text('name').notNull().unique()),
    projectName: emptyText('project_name'),
    /** Credentials of a Dialogflow project, encrypted. */
    jsonContent: encrypted(emptyText('json_content')),
    language: text('language', { enum: INTEGRATION_LANGUAGES }).notNull().default('pt-BR'),
    urlN8N: emptyText('url_n8n'),
    isSigned: flag('is_signed').notNull().default(false),
    signingSecret: encrypted(emptyText('signing_secret')),
    typebotSlug: emptyText('typebot_slug'),
    /** Minutes; 0 never. */
    typebotExpires: integer('typebot_expires').notNull().default(1),
    /** Milliseconds. */
    typebotDelayMessage: integer('typebot_delay_message').notNull().default(1000),
    typebotKeywordFinish: emptyText('typebot_keyword_finish'),
    typebotKeywordRestart: emptyText('typebot_keyword_restart'),
    typebotRestartMessage: personal(emptyText('typebot_restart_message')),
    typebotUnknownMessage: personal(emptyText('typebot_unknown_message')),
    /** Where a ticket goes when the service fails; null leaves it where it is. */
    fallbackQueueId: integer('fallback_queue_id').references(() => queues.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    index('queue_integrations_new').on(t.createdAt, t.id),
    index('queue_integrations_fallback').on(t.fallbackQueueId),
  ],
);
