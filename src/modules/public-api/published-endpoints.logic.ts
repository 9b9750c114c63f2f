import type { TokenScope } from './public-api.schema.ts';

export type Listed = {
  list: string;
  passes?: string[];
  searches?: true;
  cursor?: { name: string; of(row: never): string; isBackwards?: true };
  fixed?: Record<string, string>;
};

export type Published = {
  /** The contract endpoint that provides checks, schemas, errors, example and service function. */
  of: string;
  as: string;
  scope: TokenScope;
  summary?: string;
  list?: Listed;
  /** Calls nothing external: the change and its stored answer are one transaction. */
  isAtomic?: true;
  takesFiles?: true;
};

const row = (of: string, as: string, scope: TokenScope, more: Partial<Published> = {}): Published => ({
  ...{ of, as, scope },
  ...more,
});
const same = (name: string, scope: TokenScope, more: Partial<Published> = {}) => row(name, name, scope, more);

const page = (list: string, more: Partial<Listed> = {}): Listed => ({ list, ...more });
const found = (list: string, more: Partial<Listed> = {}) => ({
  list: page(list, { searches: true, ...more }),
});
const atomic = { isAtomic: true } as const;

export const PUBLISHED: Published[] = [
  same('GET /contacts', 'read:contacts', found('contacts', { fixed: { groups: 'without' } })),
  same('GET /contacts/:contactId', 'read:contacts'),
  same('POST /contacts', 'write:contacts'),
  same('PUT /contacts/:contactId', 'write:contacts'),
  same('DELETE /contacts/:contactId', 'write:contacts'),

  same('GET /tickets', 'read:tickets', {
    list: page('tickets', {
      searches: true,
      passes: ['status', 'showAll', 'queueIds', 'tags', 'users', 'source', 'date', 'updatedAt'],
      cursor: {
        name: 'after',
        of: ({ updatedAt, id }: { updatedAt: string; id: number }) => `${Date.parse(updatedAt)},${id}`,
      },
    }),
  }),
  same('GET /tickets/:ticketId', 'read:tickets'),
  same('GET /tickets/:ticketId/events', 'read:tickets', { list: page('events') }),
  same('POST /tickets', 'write:tickets', atomic),
  same('PUT /tickets/:ticketId', 'write:tickets'),
  row('POST /tags/sync', 'PUT /ticket-tags', 'write:tickets', atomic),

  row('GET /messages/:ticketId', 'GET /tickets/:ticketId/messages', 'read:messages', {
    summary: 'The messages of a ticket, the newest first; reading them here leaves them unread',
    list: page('messages', {
      cursor: { name: 'before', of: ({ id }: { id: string }) => id, isBackwards: true },
      fixed: { peek: 'true' },
    }),
  }),
  row('PUT /messages/:messageId', 'GET /messages/:messageId', 'read:messages', {
    summary: 'One message; the address of its file is signed and opens without a token until it expires',
  }),
  same('GET /messages/:messageId/info', 'read:messages'),
  row('POST /messages/:ticketId', 'POST /tickets/:ticketId/messages', 'send:messages', {
    summary: 'Answers with text, or with files, in a ticket that the token’s person may work on',
    takesFiles: true,
    ...atomic,
  }),
  row('POST /messages/:ticketId/from-url', 'POST /tickets/:ticketId/messages/from-url', 'send:messages'),
  row('POST /messages/edit/:messageId', 'PUT /messages/:messageId', 'send:messages'),
  same('DELETE /messages/:messageId', 'send:messages'),
  same('POST /messages/:messageId/retry', 'send:messages'),

  same('GET /tags', 'read:tags', found('tags')),
  same('GET /tags/:tagId', 'read:tags'),
  same('POST /tags', 'write:tags', atomic),
  same('PUT /tags/:tagId', 'write:tags', atomic),
  same('DELETE /tags/:tagId', 'write:tags'),

  row('GET /queue', 'GET /queues', 'read:queues', { list: page('') }),
  row('GET /queue/:queueId', 'GET /queues/:queueId', 'read:queues'),
  row('POST /queue', 'POST /queues', 'write:queues'),
  row('PUT /queue/:queueId', 'PUT /queues/:queueId', 'write:queues'),

  // Read only: a token that creates users could create an administrator.
  same('GET /users', 'read:users', found('users')),
  same('GET /users/:userId', 'read:users'),

  same('GET /contact-lists', 'read:campaigns', found('records')),
  same('GET /campaigns', 'read:campaigns', found('records')),
  same('GET /campaigns/:campaignId', 'read:campaigns'),
  same('POST /campaigns', 'write:campaigns'),
  same('PUT /campaigns/:campaignId', 'write:campaigns'),
  same('DELETE /campaigns/:campaignId', 'write:campaigns'),
  row('POST /campaigns/:campaignId/media-upload', 'PUT /campaigns/:campaignId/file', 'write:campaigns', {
    takesFiles: true,
  }),
  row('DELETE /campaigns/:campaignId/media-upload', 'DELETE /campaigns/:campaignId/file', 'write:campaigns'),
  row('POST /campaigns/:campaignId/restart', 'POST /campaigns/:campaignId/start', 'write:campaigns'),
  row('POST /campaigns/:campaignId/cancel', 'POST /campaigns/:campaignId/stop', 'write:campaigns'),

  same('GET /schedules', 'read:schedules', found('schedules', { passes: ['contactId', 'userId'] })),
  same('GET /schedules/:scheduleId', 'read:schedules'),
  same('POST /schedules', 'write:schedules', atomic),
  same('PUT /schedules/:scheduleId', 'write:schedules'),
  same('DELETE /schedules/:scheduleId', 'write:schedules'),
  row('POST /schedules/:scheduleId/media-upload', 'PUT /schedules/:scheduleId/file', 'write:schedules', {
    takesFiles: true,
  }),
  row('DELETE /schedules/:scheduleId/media-upload', 'DELETE /schedules/:scheduleId/file', 'write:schedules'),
];
