import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import {
  disconnectConnection,
  renewConnection,
  requestPairingCode,
  restartAllConnections,
  startConnection,
} from './connection-sessions.service.ts';
import { getConnection, listConnections } from './connections.queries.ts';
import { ConnectionInput, ConnectionPatch, PairingInput } from './connections.schema.ts';
import { createConnection, deleteConnection, updateConnection } from './connections.service.ts';
import { Connection, ConnectionHealth } from './connections.views.ts';
import { getConnectionHealth } from './health/connection-health.service.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    connectionId: number;
  }
}

/** The contract's `session` is ignored. */
export const connectionsEndpoints = [
  endpoint('GET /whatsapp', {
    access: 'person',
    summary: 'All connections; for all but administrators only their names, states and queues are filled',
    reply: z.array(Connection),
    run: (scope) => listConnections(scope),
  }),
  endpoint('GET /whatsapp/:connectionId', {
    access: 'person',
    summary: 'One connection',
    reply: Connection,
    errors: ['ERR_NO_WAPP_FOUND'],
    run: (scope, { connectionId }) => getConnection(scope, connectionId),
  }),
  endpoint('GET /whatsapp/:connectionId/health', {
    access: 'admin',
    summary: 'How many messages a connection sent and received today, and how many wait to be sent',
    reply: ConnectionHealth,
    errors: ['ERR_NO_WAPP_FOUND'],
    run: (scope, { connectionId }) => getConnectionHealth(scope, connectionId),
  }),
  endpoint('POST /whatsapp', {
    access: 'admin',
    summary:
      'Creates a connection and starts its session. A `token` has 20 characters or more and needs a recent proof (POST /auth/proof)',
    body: ConnectionInput,
    reply: Connection,
    errors: [
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_LIMIT_REACHED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_RATE_LIMITED',
      'ERR_EMAIL_NOT_CONFIRMED',
      'ERR_PROOF_REQUIRED',
    ],
    example: () => ({ body: { name: 'Filial' } }),
    run: (scope, { body }) => createConnection(scope, body),
  }),
  endpoint('PUT /whatsapp/:connectionId', {
    access: 'admin',
    summary:
      'Changes a connection; what is left out stays, and so does a token sent back as it was shown. Another token has 20 characters or more and needs a recent proof (POST /auth/proof)',
    body: ConnectionPatch,
    reply: Connection,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_RATE_LIMITED',
      'ERR_PROOF_REQUIRED',
    ],
    example: () => ({ body: { name: 'Matriz', greetingMessage: 'Olá!' } }),
    run: (scope, { connectionId, body }) => updateConnection(scope, { ...body, connectionId }),
  }),
  endpoint('DELETE /whatsapp/:connectionId', {
    access: 'admin',
    summary: 'Logs a connection out and deletes it; its conversations stay',
    reply: MessageReply,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_OTHER_WHATSAPP'],
    run: async (scope, { connectionId }) => {
      await deleteConnection(scope, { connectionId });
      return { message: 'Whatsapp deleted.' };
    },
  }),
  endpoint('POST /whatsapp-restart', {
    access: 'admin',
    summary: 'Reconnects all sessions of the company',
    reply: MessageReply,
    run: async (scope) => {
      await restartAllConnections(scope);
      return { message: 'Whatsapp restart.' };
    },
  }),
  endpoint('POST /whatsappsession/:connectionId', {
    access: 'admin',
    summary: 'Starts a session; answers at once',
    reply: MessageReply,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_EMAIL_NOT_CONFIRMED'],
    run: async (scope, { connectionId }) => {
      await startConnection(scope, { connectionId });
      return { message: 'Starting session.' };
    },
  }),
  endpoint('PUT /whatsappsession/:connectionId', {
    access: 'admin',
    summary: 'Deletes the pairing and requests a new QR code',
    reply: MessageReply,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_EMAIL_NOT_CONFIRMED'],
    run: async (scope, { connectionId }) => {
      await renewConnection(scope, { connectionId });
      return { message: 'Starting session.' };
    },
  }),
  endpoint('DELETE /whatsappsession/:connectionId', {
    access: 'admin',
    summary: 'Logs the phone out',
    reply: MessageReply,
    errors: ['ERR_NO_WAPP_FOUND'],
    run: async (scope, { connectionId }) => {
      await disconnectConnection(scope, { connectionId });
      return { message: 'Session disconnected.' };
    },
  }),
  endpoint('POST /whatsappsession/:connectionId/pairing-code', {
    access: 'admin',
    summary: 'Pairs by an eight-character code instead of a QR code',
    body: PairingInput,
    reply: z.strictObject({ pairingCode: z.string() }),
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_EMAIL_NOT_CONFIRMED'],
    example: () => ({ body: { number: '+55 11 90000-0000' } }),
    run: async (scope, { connectionId, body: { number } }) => ({
      pairingCode: await requestPairingCode(scope, { connectionId, number }),
    }),
  }),
];
