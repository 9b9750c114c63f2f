import type { TokenScope } from './public-api.schema.ts';

export type Listed = {
  /** The list's name in the contract's page; '' for a reply that is the list. */
  list: string;
  most: number;
  /** Members of the contract's query that stay. */
  keeps?: string[];
  searches?: true;
  /** The contract's name of the cursor, and what it is made of. */
  cursor?: { name: string; of(row: never): string; isBackwards?: true };
  fixed?: Record<string, string>;
};

export type Published = {
  /** Of the contract's row, which brings checks, schemas, errors, example and verb. */
  of: string;
  as: string;
  scope: TokenScope;
  summary?: string;
  list?: Listed;
  /** It asks nobody outside: what it does and its answer under a key are one transaction. */
  isAtomic?: true;
};

const read = (of: string, as: string, scope: TokenScope, more: Partial<Published> = {}): Published => ({
  ...{ of, as, scope },
  ...more,
});

const MOST = 40;
const page = (list: string, more: Partial<Listed> = {}): Listed => ({ list, most: MOST, ...more });

/** What /api/v1 shows of the contract: names, and how lists are paged. */
export const PUBLISHED: Published[] = [
  read('GET /contacts', 'GET /contacts', 'read:contacts', { list: page('contacts', { searches: true }) }),
  read('GET /contacts/:contactId', 'GET /contacts/:contactId', 'read:contacts'),
  read('POST /contacts', 'POST /contacts', 'write:contacts'),
  read('PUT /contacts/:contactId', 'PUT /contacts/:contactId', 'write:contacts'),

  read('GET /tickets', 'GET /tickets', 'read:tickets', {
    list: page('tickets', {
      searches: true,
      keeps: ['status', 'showAll', 'queueIds', 'tags', 'users', 'source', 'date', 'updatedAt'],
      cursor: {
        name: 'after',
        of: ({ updatedAt, id }: { updatedAt: string; id: number }) => `${Date.parse(updatedAt)},${id}`,
      },
    }),
  }),
  read('GET /tickets/:ticketId', 'GET /tickets/:ticketId', 'read:tickets'),
  read('POST /tickets', 'POST /tickets', 'write:tickets', { isAtomic: true }),
  read('PUT /tickets/:ticketId', 'PUT /tickets/:ticketId', 'write:tickets'),

  read('GET /messages/:ticketId', 'GET /tickets/:ticketId/messages', 'read:messages', {
    summary: 'The messages of a ticket, the newest first; reading them here leaves them unread',
    list: page('messages', {
      most: 20,
      cursor: { name: 'before', of: ({ id }: { id: string }) => id, isBackwards: true },
      fixed: { peek: 'true' },
    }),
  }),
  read('POST /messages/:ticketId', 'POST /tickets/:ticketId/messages', 'send:messages', {
    summary: 'Answers with text in a ticket that the token’s person may work on',
    isAtomic: true,
  }),

  read('GET /tags', 'GET /tags', 'read:tags', { list: page('tags', { searches: true }) }),
  read('POST /tags', 'POST /tags', 'write:tags', { isAtomic: true }),
  read('GET /queue', 'GET /queues', 'read:queues', { list: page('') }),
  read('GET /users', 'GET /users', 'read:users', { list: page('users', { searches: true }) }),

  read('GET /campaigns', 'GET /campaigns', 'read:campaigns', { list: page('records', { searches: true }) }),
  read('GET /campaigns/:campaignId', 'GET /campaigns/:campaignId', 'read:campaigns'),
  read('POST /campaigns/:campaignId/restart', 'POST /campaigns/:campaignId/start', 'write:campaigns'),
  read('POST /campaigns/:campaignId/cancel', 'POST /campaigns/:campaignId/stop', 'write:campaigns'),

  read('GET /schedules', 'GET /schedules', 'read:schedules', {
    list: page('schedules', { searches: true, keeps: ['contactId', 'userId'] }),
  }),
  read('GET /schedules/:scheduleId', 'GET /schedules/:scheduleId', 'read:schedules'),
  read('POST /schedules', 'POST /schedules', 'write:schedules', { isAtomic: true }),
  read('DELETE /schedules/:scheduleId', 'DELETE /schedules/:scheduleId', 'write:schedules'),
];
