import { callOf as callOfRow } from '@test/support/calls.ts';
import type { World } from '@test/support/world.ts';
import type { Access, Endpoint, Page } from '@/kernel/http/route.ts';
import { ENDPOINTS, PAGES } from '@/rows.ts';
import { TICKET_PAGES } from './ticket-pages.ts';

export type Door = 'site' | 'api' | 'pages';

/** Who may use a route, and how a call with the ids of a company looks. */
export type Row = {
  access: Access;
  /** Values of the path's parameters; `:id` of most routes is known by their first word. */
  params?: (world: World) => Record<string, string | number>;
  query?: (world: World) => string;
  /** The row it comes from, where it has one. */
  of?: Endpoint | Page;
  /** A body that would be accepted, JSON at the api door and a form at the others. */
  body?: (world: World) => Record<string, unknown>;
};

const API_BODIES: Record<string, Row['body']> = {
  'POST /whatsapp': () => ({ name: `Linha ${crypto.randomUUID()}` }),
  'PUT /whatsapp/:id': () => ({ name: 'Tomada', greetingMessage: 'x' }),
  'POST /whatsappsession/:id/pairing-code': () => ({ number: '5511999990000' }),
  'PUT /tickets/:id': () => ({ status: 'closed' }),
  'POST /tickets': ({ contactId, queueId, connectionId }) => ({
    contactId,
    queueId,
    whatsappId: connectionId,
  }),
  'POST /tickets/bulk': ({ ticketId }) => ({ action: 'close', ids: [ticketId] }),
  'POST /tickets/:id/snooze': () => ({ until: '2099-01-01T00:00:00Z' }),
  'POST /tags/sync': ({ ticketId, tagId }) => ({ ticketId, tags: [{ id: tagId }] }),
  'POST /ticket-notes': ({ ticketId, contactId }) => ({ note: 'alheia', ticketId, contactId }),
  'POST /messages/:ticketId': ({ textId }) => ({ body: 'oi', quotedMsg: { id: textId } }),
  'POST /messages/edit/:id': () => ({ body: 'tomada' }),
  'POST /message/forward': ({ textId, contactId }) => ({ messageId: textId, contactId }),
  'POST /messages/:id/reactions': () => ({ type: '👍' }),
};

/** Calls that name what they want behind the path. */
const API_QUERIES: Record<string, Row['query']> = {
  'GET /ticket-notes/list': ({ ticketId, contactId }) => `?ticketId=${ticketId}&contactId=${contactId}`,
};

/** The JSON contract's rows come from its own table. */
export const API_ROWS: Record<string, Row> = Object.fromEntries(
  ENDPOINTS.map((row) => [
    row.name,
    {
      access: row.access,
      ...((row.run || row.answer) && { of: row }),
      body: API_BODIES[row.name],
      query: API_QUERIES[row.name],
    },
  ]),
);

const connection = () => ({ name: `Linha ${crypto.randomUUID()}`.slice(0, 50), isDefault: 'false' });

export const PAGE_ROWS: Record<string, Row> = {
  ...Object.fromEntries(PAGES.map((row) => [row.name, { access: row.access, of: row }])),
  'GET /': { access: 'person' },
  'GET /connections': { access: 'person' },
  'GET /connections/new': { access: 'admin' },
  'GET /connections/:id/edit': { access: 'admin' },
  'GET /connections/:id/delete': { access: 'admin' },
  'GET /connections/:id/disconnect': { access: 'admin' },
  'GET /connections/:id/qrcode': { access: 'admin' },
  'GET /connections/:id/pairing': { access: 'admin' },
  'POST /connections': { access: 'admin', body: connection },
  'POST /connections/restart': { access: 'admin' },
  'PUT /connections/:id': { access: 'admin', body: connection },
  'DELETE /connections/:id': { access: 'admin' },
  'POST /connections/:id/session': { access: 'admin' },
  'PUT /connections/:id/session': { access: 'admin' },
  'DELETE /connections/:id/session': { access: 'admin' },
  'POST /connections/:id/token': { access: 'admin' },
  'POST /connections/:id/pairing-code': { access: 'admin', body: () => ({ number: '5511999990000' }) },
  'GET /tickets': { access: 'person' },
  'GET /tickets/:uuid': { access: 'reader' },
  'GET /tickets/:uuid/header': { access: 'reader' },
  ...TICKET_PAGES,
};

const media = (world: World) => {
  const [, , companyId = '', month = '', file = ''] = world.mediaPath.split('/');
  return { companyId, month, file };
};

export const SITE_ROWS: Record<string, Row> = {
  'GET /app.webmanifest': { access: 'anyone' },
  'GET /sw.js': { access: 'anyone' },
  'GET /favicon.ico': { access: 'anyone' },
  'GET /version': { access: 'anyone' },
  'GET /healthz': { access: 'anyone' },
  'GET /ws': { access: 'person' },
  'GET /media/:companyId/:month/:file': { access: 'reader', params: media },
  'HEAD /media/:companyId/:month/:file': { access: 'reader', params: media },
};

export const ROWS: Record<Door, Record<string, Row>> = { site: SITE_ROWS, api: API_ROWS, pages: PAGE_ROWS };

/** What `:id` means, by the address's first word. */
const IDS: Record<string, (world: World) => number> = {
  tickets: ({ ticketId }) => ticketId,
  messages: ({ imageId }) => imageId,
  whatsapp: ({ connectionId }) => connectionId,
  whatsappsession: ({ connectionId }) => connectionId,
  connections: ({ connectionId }) => connectionId,
  'ticket-notes': ({ noteId }) => noteId,
};

export type Call = { door: Door; method: string; path: string; body: Record<string, unknown> | undefined };

/** The call of a route with the ids of this company. */
export function callOf(door: Door, name: string, world: World): Call {
  const row = ROWS[door][name];
  if (!row) throw new Error(`${door} ${name} has no row`);
  if (row.of) {
    const { body, ...call } = callOfRow(row.of, world);
    return { door, ...call, body: body as Call['body'] };
  }
  const [method = '', pattern = ''] = name.split(' ');
  const word = pattern.split('/')[1] ?? '';
  const known: Record<string, string | number> = {
    ...(pattern.includes(':id') && { id: IDS[word]?.(world) }),
    ticketId: world.ticketId,
    tagId: world.tagId,
    uuid: world.uuid,
    ...row.params?.(world),
  };
  const path = pattern.replace(/:(\w+)/g, (_all, key: string) => {
    if (known[key] === undefined) throw new Error(`${door} ${name}: nothing tells what :${key} is`);
    return String(known[key]);
  });
  return { door, method, path: path + (row.query?.(world) ?? ''), body: row.body?.(world) };
}
