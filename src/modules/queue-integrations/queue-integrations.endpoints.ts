import { endpoint } from '@/core/http/routing/route.ts';
import { getIntegration, listIntegrations } from './queue-integrations.queries.ts';
import {
  IntegrationFilter,
  IntegrationInput,
  IntegrationPatch,
  TestSessionInput,
} from './queue-integrations.schema.ts';
import { createIntegration, deleteIntegration, updateIntegration } from './queue-integrations.service.ts';
import { QueueIntegration, QueueIntegrationPage, TestSession } from './queue-integrations.views.ts';
import { testSession } from './test-dialogflow-session.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    integrationId: number;
  }
}

const guard = { access: 'admin', feature: 'useIntegrations' } as const;

export const queueIntegrationsEndpoints = [
  endpoint('GET /queueIntegration', {
    access: 'person',
    summary: 'A page of integrations, the newest first; empty where the plan has none',
    query: IntegrationFilter,
    reply: QueueIntegrationPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listIntegrations(scope, query),
  }),
  endpoint('GET /queueIntegration/:integrationId', {
    ...guard,
    summary: 'One integration, its secrets masked',
    reply: QueueIntegration,
    errors: ['ERR_NO_DIALOG_FOUND'],
    run: (scope, { integrationId }) => getIntegration(scope, integrationId),
  }),
  endpoint('POST /queueIntegration', {
    ...guard,
    summary: 'Creates an integration; its name must be free',
    body: IntegrationInput,
    reply: QueueIntegration,
    example: () => ({
      body: { type: 'n8n' as const, name: 'Pedidos', urlN8N: 'https://flows.example.com/webhook/1' },
    }),
    run: (scope, { body }) => createIntegration(scope, body),
  }),
  endpoint('PUT /queueIntegration/:integrationId', {
    ...guard,
    status: 201,
    summary: 'Changes an integration; omitted fields stay, and so do secrets whose mask is sent back',
    body: IntegrationPatch,
    reply: QueueIntegration,
    errors: ['ERR_NO_DIALOG_FOUND'],
    example: () => ({ body: { name: 'Pedidos novos', typebotDelayMessage: 500 } }),
    run: (scope, { integrationId, body }) => updateIntegration(scope, { ...body, integrationId }),
  }),
  endpoint('DELETE /queueIntegration/:integrationId', {
    ...guard,
    summary: 'Deletes an integration; connections, queues and conversations go on without it',
    errors: ['ERR_NO_DIALOG_FOUND'],
    run: (scope, { integrationId }) => deleteIntegration(scope, { integrationId }),
  }),
  endpoint('POST /queueIntegration/testSession', {
    ...guard,
    summary: 'Sends “Ola” to a Dialogflow agent and returns its answer',
    body: TestSessionInput,
    reply: TestSession,
    errors: ['ERR_NO_DIALOG_FOUND', 'ERR_TEST_SESSION_DIALOG', 'ERR_TEST_REPLY_DIALOG'],
    example: () => ({ body: { projectName: 'agente', language: 'pt-BR' } }),
    run: async (scope, { body }) => ({ messages: await testSession(scope, body) }),
  }),
];
