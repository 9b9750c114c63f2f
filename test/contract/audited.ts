import { auditEntries as ofPlatform } from '@db/platform/schema/index.ts';
import { auditEntries } from '@db/tenant/schema/index.ts';
import type { TestApp } from '../support/deps.ts';

const HISTORY = 'work on a ticket: its story tells it';
const TALK = 'a message: the conversation tells it';
const DAILY = 'daily work with the address book';
const OWN = 'what somebody sets for themselves alone';
const SAME = 'its example changes nothing';
const ASKED = 'only asks, or announces; what follows is written down where it happens';
const DELIVERIES = 'the log of its deliveries tells it';

/** Changes without an audit entry, and why. All others have one. */
export const UNAUDITED: Record<string, string> = {
  'POST /settings/companies/bulk': 'each company as if it were changed alone; the example names none',
  ...excused(HISTORY, [
    'POST /tickets',
    'PUT /tickets/:ticketId',
    'POST /tickets/:ticketId/snooze',
    'POST /tickets/bulk',
    'POST /tickets/:ticketId/read',
    'POST /tickets/:ticketId/unread',
    'POST /tags/sync',
    'PUT /ticket-tags/:ticketId/:lane',
    'DELETE /ticket-tags/:ticketId',
    'PUT /kanban/cards/:ticketId',
    'POST /ticket-notes',
    'PUT /ticket-notes/:noteId',
    'DELETE /ticket-notes/:noteId',
    'POST /undo/:token',
    'PUT /tickets/:uuid/transfer',
    'POST /tickets/:uuid/snooze',
    'DELETE /tickets/:uuid/snooze',
    'POST /tickets/:uuid/notes',
    'DELETE /tickets/:uuid/notes/:noteId',
    'POST /tickets/:uuid/tags',
    'DELETE /tickets/:uuid/tags/:tagId',
    'POST /tickets/:uuid/share',
  ]),
  ...excused(TALK, [
    'POST /messages/:ticketId',
    'POST /tickets/:ticketId/assistant',
    'POST /messages/:messageId/transcript',
    'POST /messages/edit/:messageId',
    'PUT /messages/:messageId',
    'DELETE /messages/:messageId',
    'POST /message/forward',
    'POST /messages/:messageId/reactions',
    'POST /messages/:messageId/retry',
    'POST /messages/failed/retry',
    'POST /messages/failed/:messageId/retry',
    'POST /messages/:messageId/download',
    'POST /messages/send',
    'POST /messages/send/:whatsapp',
    'POST /messages-api/text',
    'POST /messages-api/media',
    'POST /schedules',
    'PUT /schedules/:scheduleId',
    'POST /schedules/:scheduleId/media-upload',
    'DELETE /schedules/:scheduleId/media-upload',
    'POST /chats',
    'PUT /chats/:chatId',
    'POST /chats/:chatId/messages',
    'POST /chats/:chatId/read',
    'POST /campaigns/test/:number',
  ]),
  ...excused(DAILY, [
    'POST /contacts',
    'PUT /contacts/:contactId',
    'POST /contacts/:contactId/block',
    'POST /contact-list-items',
    'PUT /contact-list-items/:contactListItemId',
    'POST /contact-lists/:contactListId/upload',
    'POST /contact-lists/:contactListId/contacts',
    'POST /contact-lists/:contactListId/check',
    'POST /contact-lists/:contactListId/fill',
    'POST /contact-lists/imports/:listImportId',
  ]),
  ...excused(OWN, [
    'PUT /me/pinned-tickets/:ticketId',
    'DELETE /me/pinned-tickets/:ticketId',
    'PUT /me/preferences',
    'POST /push-subscriptions',
    'DELETE /push-subscriptions',
    'POST /push-subscriptions/test',
    'POST /announcements/seen',
    'DELETE /first-steps',
  ]),
  ...excused(SAME, [
    'DELETE /profile/sessions',
    'DELETE /queue/:queueId/media-upload',
    'PUT /queue-options/:queueOptionId/place',
    'DELETE /queue-options/:queueOptionId/media-upload',
    'DELETE /quick-messages/:quickMessageId/media-upload',
    'DELETE /campaigns/:campaignId/media-upload',
    'POST /rules/:ruleId/move',
    'PUT /webhooks/:webhookId/active',
    'PUT /settings/:key',
  ]),
  ...excused(ASKED, [
    'POST /queueIntegration/testSession',
    'POST /queue-integration/test-session',
    'POST /prompts/trial',
    'POST /queue-integration/test-invoices',
    'POST /rules/draft',
    'POST /settings/mails/test',
    'POST /auth/refresh_token',
    'POST /forgetpassword/:email',
    'POST /forgetpsw',
    'POST /confirm-email',
    'POST /contacts/upload',
    'POST /settings/companies/import/file',
    'POST /settings/companies/import/check',
    'POST /settings/companies/import/remove',
    'DELETE /settings/companies/import',
    'POST /subscription',
    'POST /subscription/webhook',
    'POST /subscription/webhook/:type',
    'POST /subscription/webhook/:type/pix',
    'POST /financeiro/:invoiceId/checkout',
    'POST /financeiro/:invoiceId/code',
  ]),
  ...excused(DELIVERIES, [
    'POST /webhooks/:webhookId/test',
    'POST /webhooks/:webhookId/deliveries/:deliveryId/replay',
    'POST /webhooks/:webhookId/replay',
  ]),
};

function excused(reason: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

export async function countAudited({ kernel, people }: TestApp): Promise<number> {
  let count = await kernel.platform.db.$count(ofPlatform);
  for (const companyId of Object.values(people.companyId)) {
    if (!kernel.tenants.isThere(companyId)) continue;
    count += await (await kernel.tenants.open(companyId)).db.$count(auditEntries);
  }
  return count;
}
