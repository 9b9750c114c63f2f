import { z } from 'zod';
import { ConnectionInput, ConnectionPatch, PairingInput } from '../modules/connections/connections.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

/** Connections and their sessions. */
export const connectionsEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/whatsapp',
    access: 'person',
    summary: 'All connections; for all but administrators only their names, states and queues are filled',
    reply: z.array(shape.Connection),
  },
  {
    method: 'GET',
    path: '/whatsapp/:id',
    access: 'person',
    summary: 'One connection',
    reply: shape.Connection,
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  {
    method: 'POST',
    path: '/whatsapp',
    access: 'admin',
    summary: 'Makes a connection and starts its session',
    body: ConnectionInput,
    reply: shape.Connection,
    errors: ['ERR_WAPP_GREETING_REQUIRED', 'ERR_LIMIT_REACHED', 'ERR_NO_QUEUE_FOUND', 'ERR_RATE_LIMITED'],
  },
  {
    method: 'PUT',
    path: '/whatsapp/:id',
    access: 'admin',
    summary: 'Changes a connection; what is left out stays, and so does a token sent back as it was shown',
    body: ConnectionPatch,
    reply: shape.Connection,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_RATE_LIMITED',
    ],
  },
  {
    method: 'DELETE',
    path: '/whatsapp/:id',
    access: 'admin',
    summary: 'Logs a connection out and deletes it; its conversations stay',
    reply: shape.Said,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_OTHER_WHATSAPP'],
  },
  {
    method: 'POST',
    path: '/whatsapp-restart',
    access: 'admin',
    summary: 'Connects all sessions of the company anew',
    reply: shape.Said,
  },
  {
    method: 'POST',
    path: '/whatsappsession/:id',
    access: 'admin',
    summary: 'Starts a session; answers at once',
    reply: shape.Said,
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  {
    method: 'PUT',
    path: '/whatsappsession/:id',
    access: 'admin',
    summary: 'Forgets the pairing and asks for a new QR code',
    reply: shape.Said,
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  {
    method: 'DELETE',
    path: '/whatsappsession/:id',
    access: 'admin',
    summary: 'Logs the phone out',
    reply: shape.Said,
    errors: ['ERR_NO_WAPP_FOUND'],
  },
  {
    method: 'POST',
    path: '/whatsappsession/:id/pairing-code',
    access: 'admin',
    summary: 'Pairs by an eight-character code instead of a QR code',
    body: PairingInput,
    reply: z.strictObject({ pairingCode: z.string() }),
    errors: ['ERR_NO_WAPP_FOUND'],
  },
];
