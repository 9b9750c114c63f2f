import { linkPreviews, messages as rows, sentChanges } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { failedMessagesPages } from './failed/failed-messages.pages.tsx';
import { fetchLinkPreview } from './links/link-previews.outbox.ts';
import { downloadMedia } from './media/download-media.outbox.ts';
import { findMessageMedium, findPreviewPicture } from './media/media.queries.ts';
import { storeWholeText } from './media/store-long-text.outbox.ts';
import { joinConversations, mergeMessages } from './merge/merge-messages.steps.ts';
import { noteMessages, partMessages } from './merge/undo-merge-messages.steps.ts';
import { messagesEndpoints } from './messages.endpoints.ts';
import type { MessageEvents, MessageWork } from './messages.events.ts';
import { publishCreated, publishUpdated, refuseSocket } from './messages.listener.ts';
import { onTicketMoved, removeMediaOf, removeMediaOfChat } from './messages.steps.ts';
import { deliverDeletion } from './send/deliver-deletion.outbox.ts';
import { deliverEdit } from './send/deliver-edit.outbox.ts';
import { deliverMessage } from './send/deliver-message.outbox.ts';
import { deliverReaction } from './send/deliver-reaction.outbox.ts';
import { sendReadReceipts } from './send/send-read-receipts.outbox.ts';
import { forgetSentChanges, sentChangesDueAt } from './send/sent-changes.service.ts';

const errors = {
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_OTHER_TICKET: 409,
  ERR_EMPTY_MESSAGE: 400,
  ERR_CREATING_MESSAGE: 500,
  ERR_EDIT_TOO_LATE: 409,
  ERR_FETCH_WAPP_MSG: 404,
  ERR_SENDING_WAPP_MSG: 502,
  ERR_WAPP_RESTRICTED: 502,
  ERR_DELETE_WAPP_MSG: 409,
  ERR_EDITING_WAPP_MSG: 409,
  ERR_WAPP_DOWNLOAD_MEDIA: 502,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

import { createMessageTimes } from './message-times.state.ts';

export const messages = defineModule<{
  errors: keyof Errors;
  events: keyof MessageEvents;
  outbox: keyof MessageWork;
  services: 'messageTimes';
}>({
  name: 'messages',
  errors,
  services: { messageTimes: createMessageTimes },
  endpoints: messagesEndpoints,
  pages: failedMessagesPages,
  listeners: {
    'message.created': publishCreated,
    'message.updated': publishUpdated,
    'message.refused': refuseSocket,
  },
  outbox: {
    'message.send': deliverMessage,
    'message.read': sendReadReceipts,
    'message.edit': deliverEdit,
    'message.delete': deliverDeletion,
    'message.react': deliverReaction,
    'message.text': storeWholeText,
    'media.download': downloadMedia,
    'link.preview': fetchLinkPreview,
  },
  steps: {
    'ticket.moved': onTicketMoved,
    'ticket.deleting': removeMediaOf,
    'contact.deleting': removeMediaOfChat,
    'contacts.merging': mergeMessages,
    'tickets.joining': joinConversations,
    'contacts.merge.noting': noteMessages,
    'tickets.parting': partMessages,
  },
  media: [
    { column: rows.mediaPath, find: findMessageMedium },
    { column: linkPreviews.imagePath, find: findPreviewPicture },
  ],
  companyJobs: [
    { name: 'sent changes', tables: [sentChanges], dueAt: sentChangesDueAt, run: forgetSentChanges },
  ],
});
