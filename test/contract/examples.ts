import { PASSWORD } from '@test/support/people.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { firstRefreshToken } from '@/modules/auth/refresh.service.ts';
import { CONVERSATION_EXAMPLES } from './conversation-examples.ts';
import type { Make } from './example.ts';
import { fresh, make } from './made-rows.ts';

/** Every endpoint by `METHOD path`; what an example deletes, it makes first. */
export const EXAMPLES: Record<string, Make> = {
  'POST /auth/login': () => ({
    as: 'stranger',
    path: '/auth/login',
    body: { email: 'rui@aurora.test', password: PASSWORD },
  }),
  'POST /auth/refresh_token': async (_world, desk) => {
    const { cookie = '' } = await desk.as('rui');
    const jrt = firstRefreshToken(desk.kernel, fingerprint(cookie));
    return { as: 'stranger', path: '/auth/refresh_token', headers: { Cookie: `jrt=${jrt}` } };
  },
  'DELETE /auth/logout': () => ({ as: 'caio', path: '/auth/logout' }),
  'GET /auth/me': () => ({ as: 'bia', path: '/auth/me' }),

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

  'GET /users': () => ({ as: 'bia', path: '/users/?searchParam=bia&pageNumber=1' }),
  'GET /users/list': ({ companyId }) => ({ as: 'bia', path: `/users/list?companyId=${companyId}` }),
  'GET /users/:id': (_world, { cast }) => ({ as: 'bia', path: `/users/${cast.userId.bia}` }),

  'GET /tickets/:id/quick-messages': ({ ticketId }) => ({
    as: 'bia',
    path: `/tickets/${ticketId}/quick-messages`,
  }),
};
