import { CONVERSATION_EXAMPLES } from './conversation-examples.ts';
import type { Make } from './example.ts';
import { fresh, make } from './made-rows.ts';

/** Every endpoint by `METHOD path`; what an example deletes, it makes first. */
export const EXAMPLES: Record<string, Make> = {
  'GET /whatsapp': () => ({ as: 'bia', path: '/whatsapp/?session=0' }),
  'GET /whatsapp/:id': ({ connectionId }) => ({ path: `/whatsapp/${connectionId}?session=0` }),
  'POST /whatsapp': ({ queueId }) => ({
    path: '/whatsapp',
    body: { name: fresh('Linha'), queueIds: [queueId] },
  }),
  'PUT /whatsapp/:id': ({ connectionId }) => ({
    path: `/whatsapp/${connectionId}`,
    body: { greetingMessage: 'Olá!' },
  }),
  'DELETE /whatsapp/:id': async (_world, desk) => ({
    path: `/whatsapp/${await make(desk, '/whatsapp', { name: fresh('Linha') })}`,
  }),
  'POST /whatsapp-restart': () => ({ path: '/whatsapp-restart/' }),
  'POST /whatsappsession/:id': ({ connectionId }) => ({ path: `/whatsappsession/${connectionId}` }),
  'PUT /whatsappsession/:id': ({ connectionId }) => ({ path: `/whatsappsession/${connectionId}` }),
  'DELETE /whatsappsession/:id': ({ connectionId }) => ({ path: `/whatsappsession/${connectionId}` }),
  'POST /whatsappsession/:id/pairing-code': ({ connectionId }) => ({
    path: `/whatsappsession/${connectionId}/pairing-code`,
    body: { number: '+55 11 90000-0000' },
  }),

  ...CONVERSATION_EXAMPLES,

  'GET /tickets/:id/quick-messages': ({ ticketId }) => ({
    as: 'bia',
    path: `/tickets/${ticketId}/quick-messages`,
  }),
};
