import { PASSWORD } from '@test/support/people.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { firstRefreshToken } from '@/modules/auth/refresh.service.ts';
import { CONVERSATION_EXAMPLES } from './conversation-examples.ts';
import type { Make } from './example.ts';
import { fresh, freshNumber, make } from './made-rows.ts';

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

  'GET /contacts': () => ({ as: 'bia', path: '/contacts/?searchParam=cliente&pageNumber=1' }),
  'GET /contacts/list': () => ({ as: 'bia', path: '/contacts/list?companyId=1' }),
  'GET /contact': async (_world, desk) => {
    const number = freshNumber();
    await make(desk, '/contacts', { name: fresh('Cartão'), number });
    return { as: 'bia', path: `/contact?name=Outro+nome&number=${number}` };
  },
  'POST /contacts': () => ({
    as: 'bia',
    path: '/contacts',
    body: { name: fresh('Pessoa'), number: freshNumber(), email: '' },
  }),
  'PUT /contacts/:id': ({ contactId }) => ({
    as: 'bia',
    path: `/contacts/${contactId}`,
    body: { name: 'Maria Souza', email: 'maria@example.com', extraInfo: [{ name: 'CPF', value: '1' }] },
  }),
  'GET /contacts/export.csv': () => ({ as: 'bia', path: '/contacts/export.csv' }),
  'GET /contacts/imports/:id': ({ importId }) => ({ path: `/contacts/imports/${importId}` }),
  'POST /contacts/upload': () => {
    const form = new FormData();
    form.set('file', new File([`nome;numero\nDa planilha;${freshNumber()}\n`], 'lista.csv'));
    return { as: 'bia', path: '/contacts/upload', form };
  },
  'POST /contacts/import': (_world, desk) => {
    desk.whatsapp.addressBook = [
      { identity: { pn: `${freshNumber()}@s.whatsapp.net`, lid: null }, name: 'Da agenda' },
    ];
    return { as: 'bia', path: '/contacts/import' };
  },
  'POST /contacts/:id/block': async (_world, desk) => ({
    as: 'bia',
    path: `/contacts/${await make(desk, '/contacts', { name: fresh('Chato'), number: freshNumber() })}/block`,
    body: { blocked: true },
  }),
  'POST /contacts/merge': async ({ contactId }, desk) => ({
    as: 'rui',
    path: '/contacts/merge',
    body: {
      keep: contactId,
      drop: Number(await make(desk, '/contacts', { name: fresh('Dupla'), number: freshNumber() })),
    },
  }),
  'DELETE /contacts/:id': async (_world, desk) => ({
    path: `/contacts/${await make(desk, '/contacts', { name: fresh('Fora'), number: freshNumber() })}`,
  }),
  'GET /contacts/:id': ({ contactId }) => ({ as: 'bia', path: `/contacts/${contactId}` }),

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
