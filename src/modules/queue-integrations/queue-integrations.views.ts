import { z } from 'zod';
import { id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { INTEGRATION_LANGUAGES, INTEGRATION_TYPES } from './queue-integrations.schema.ts';

export const QueueIntegration = z
  .strictObject({
    id,
    type: z.enum(INTEGRATION_TYPES),
    name: z.string(),
    projectName: z.string(),
    /** The mask where credentials are stored, else ''. */
    jsonContent: z.string(),
    language: z.enum(INTEGRATION_LANGUAGES),
    /** '' for all but administrators: the address lets anybody send in our name. */
    urlN8N: z.string(),
    isSigned: z.boolean(),
    signingSecret: z.string(),
    typebotSlug: z.string(),
    typebotExpires: z.number().int(),
    typebotDelayMessage: z.number().int(),
    typebotKeywordFinish: z.string(),
    typebotKeywordRestart: z.string(),
    typebotRestartMessage: z.string(),
    typebotUnknownMessage: z.string(),
    fallbackQueueId: id.nullable(),
    companyId: id,
    ...stamps,
  })
  .meta({ id: 'QueueIntegration' });
export type QueueIntegrationView = z.infer<typeof QueueIntegration>;

export const QueueIntegrationPage = pageOf('queueIntegrations', QueueIntegration);
export type QueueIntegrationPage = z.infer<typeof QueueIntegrationPage>;

export const TestSession = z.strictObject({ messages: z.array(z.string()) }).meta({ id: 'TestSession' });

export type IntegrationUse = { connections: string[]; queues: string[]; tickets: number };
