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
  title: string;
  scope: TokenScope;
  summary?: string;
  list?: Listed;
  /** Calls nothing external: the change and its stored answer are one transaction. */
  isAtomic?: true;
  takesFiles?: true;
};

type More = Partial<Published>;
const row = (of: string, as: string, title: string, scope: TokenScope, more: More = {}): Published => ({
  ...{ of, as, title, scope },
  ...more,
});
const same = (name: string, title: string, scope: TokenScope, more: More = {}) =>
  row(name, name, title, scope, more);

const page = (list: string, more: Partial<Listed> = {}): Listed => ({ list, ...more });
const found = (list: string, more: Partial<Listed> = {}) => ({
  list: page(list, { searches: true, ...more }),
});
const atomic = { isAtomic: true } as const;

export const PUBLISHED: Published[] = [
  same('GET /contacts', 'List contacts', 'read:contacts', {
    summary: 'A page of contacts by name; groups are left out',
    ...found('contacts', { fixed: { groups: 'without' } }),
  }),
  same('GET /contacts/:contactId', 'Get a contact', 'read:contacts'),
  same('POST /contacts', 'Create a contact', 'write:contacts'),
  same('PUT /contacts/:contactId', 'Update a contact', 'write:contacts'),
  same('DELETE /contacts/:contactId', 'Delete a contact', 'write:contacts'),

  same('GET /tickets', 'List tickets', 'read:tickets', {
    summary:
      'A page of tickets, the latest first: those of the token’s person and the waiting ones, everybody’s with `showAll=true` (administrators), `status=closed` or `search`',
    list: page('tickets', {
      searches: true,
      passes: ['status', 'showAll', 'queueIds', 'tags', 'users', 'source', 'date', 'updatedAt'],
      cursor: {
        name: 'after',
        of: ({ updatedAt, id }: { updatedAt: string; id: number }) => `${Date.parse(updatedAt)},${id}`,
      },
    }),
  }),
  same('GET /tickets/:ticketId', 'Get a ticket', 'read:tickets'),
  same('GET /tickets/:ticketId/events', 'List the events of a ticket', 'read:tickets', {
    list: page('events'),
  }),
  same('POST /tickets', 'Create a ticket', 'write:tickets', atomic),
  same('PUT /tickets/:ticketId', 'Update a ticket', 'write:tickets'),
  row('POST /tags/sync', 'PUT /ticket-tags', 'Set the tags of a ticket', 'write:tickets', atomic),

  row('GET /messages/:ticketId', 'GET /tickets/:ticketId/messages', 'List messages', 'read:messages', {
    summary: 'The messages of a ticket, the newest first; reading them here leaves them unread',
    list: page('messages', {
      cursor: { name: 'before', of: ({ id }: { id: string }) => id, isBackwards: true },
      fixed: { peek: 'true' },
    }),
  }),
  row('PUT /messages/:messageId', 'GET /messages/:messageId', 'Get a message', 'read:messages', {
    summary: 'One message; the address of its file is signed and opens without a token until it expires',
  }),
  same('GET /messages/:messageId/info', 'Get delivery details', 'read:messages'),
  row('POST /messages/:ticketId', 'POST /tickets/:ticketId/messages', 'Send a message', 'send:messages', {
    summary: 'Answers with text, or with files, in a ticket that the token’s person may work on',
    takesFiles: true,
    ...atomic,
  }),
  row(
    'POST /messages/:ticketId/from-url',
    'POST /tickets/:ticketId/messages/from-url',
    'Send a file from a URL',
    'send:messages',
  ),
  row('POST /messages/edit/:messageId', 'PUT /messages/:messageId', 'Edit a message', 'send:messages'),
  same('DELETE /messages/:messageId', 'Delete a message', 'send:messages'),
  same('POST /messages/:messageId/retry', 'Retry a failed message', 'send:messages'),

  same('GET /tags', 'List tags', 'read:tags', found('tags')),
  same('GET /tags/:tagId', 'Get a tag', 'read:tags'),
  same('POST /tags', 'Create a tag', 'write:tags', atomic),
  same('PUT /tags/:tagId', 'Update a tag', 'write:tags', atomic),
  same('DELETE /tags/:tagId', 'Delete a tag', 'write:tags'),

  row('GET /queue', 'GET /queues', 'List queues', 'read:queues', { list: page('') }),
  row('GET /queue/:queueId', 'GET /queues/:queueId', 'Get a queue', 'read:queues'),
  row('POST /queue', 'POST /queues', 'Create a queue', 'write:queues'),
  row('PUT /queue/:queueId', 'PUT /queues/:queueId', 'Update a queue', 'write:queues'),

  // Read only: a token that creates users could create an administrator.
  same('GET /users', 'List users', 'read:users', found('users')),
  same('GET /users/:userId', 'Get a user', 'read:users'),

  same('GET /contact-lists', 'List contact lists', 'read:campaigns', found('records')),
  same('GET /campaigns', 'List campaigns', 'read:campaigns', found('records')),
  same('GET /campaigns/:campaignId', 'Get a campaign', 'read:campaigns'),
  same('POST /campaigns', 'Create a campaign', 'write:campaigns'),
  same('PUT /campaigns/:campaignId', 'Update a campaign', 'write:campaigns'),
  same('DELETE /campaigns/:campaignId', 'Delete a campaign', 'write:campaigns'),
  row(
    'POST /campaigns/:campaignId/media-upload',
    'PUT /campaigns/:campaignId/file',
    'Set the file of a campaign',
    'write:campaigns',
    {
      takesFiles: true,
    },
  ),
  row(
    'DELETE /campaigns/:campaignId/media-upload',
    'DELETE /campaigns/:campaignId/file',
    'Remove the file of a campaign',
    'write:campaigns',
  ),
  same('POST /campaigns/:campaignId/start', 'Start a campaign', 'write:campaigns'),
  row(
    'POST /campaigns/:campaignId/cancel',
    'POST /campaigns/:campaignId/stop',
    'Stop a campaign',
    'write:campaigns',
  ),

  same(
    'GET /schedules',
    'List scheduled messages',
    'read:schedules',
    found('schedules', { passes: ['contactId', 'userId'] }),
  ),
  same('GET /schedules/:scheduleId', 'Get a scheduled message', 'read:schedules'),
  same('POST /schedules', 'Create a scheduled message', 'write:schedules', atomic),
  same('PUT /schedules/:scheduleId', 'Update a scheduled message', 'write:schedules'),
  same('DELETE /schedules/:scheduleId', 'Delete a scheduled message', 'write:schedules'),
  row(
    'POST /schedules/:scheduleId/media-upload',
    'PUT /schedules/:scheduleId/file',
    'Set a scheduled message file',
    'write:schedules',
    {
      takesFiles: true,
    },
  ),
  row(
    'DELETE /schedules/:scheduleId/media-upload',
    'DELETE /schedules/:scheduleId/file',
    'Remove a scheduled message file',
    'write:schedules',
  ),
];
