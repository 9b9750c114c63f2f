import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { TicketDetail, TicketView } from '@/modules/tickets/tickets.views.ts';

/** Stamp in the first frame of the test socket. */
export const AS_OF = 'run.1';

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');
export const me = {
  id: 1,
  companyId: 1,
  name: 'Bia',
  profile: 'user',
  canShowAll: false,
  canSchedule: true,
  hasManyConnections: false,
  canSeeTeam: false,
  canSeeWithoutQueue: false,
} as const;

/** `at`: minute of the last change after 11:00. */
export function ticket(id: number, at = 0, over: Partial<TicketView> = {}): TicketView {
  const time = new Date(NOW - 3_600_000 + at * 60_000).toISOString();
  return {
    id,
    uuid: `uuid-${id}`,
    status: 'open',
    unreadMessages: 0,
    lastMessage: `last ${id}`,
    lastMessageType: 'conversation',
    lastMessageFailed: false,
    lastMessageAck: null,
    fromMe: false,
    isGroup: false,
    userId: 1,
    contactId: id,
    whatsappId: 1,
    queueId: 1,
    chatbot: false,
    withBot: false,
    queueOptionId: null,
    companyId: 1,
    useIntegration: false,
    integrationId: null,
    typebotSessionId: null,
    typebotStatus: false,
    promptId: null,
    amountUsedBotQueues: 0,
    snoozedUntil: null,
    waitingSince: null,
    protocol: '',
    source: '',
    createdAt: time,
    updatedAt: time,
    contact: { id, name: `Contact ${id}`, number: '5511999990000', email: '', profilePicUrl: null },
    queue: { id: 1, name: 'Vendas', color: '#00aa00' },
    user: { id: 1, name: 'Bia' },
    whatsapp: { name: 'Loja' },
    tags: [],
    ...over,
  };
}

export function ticketDetail(id: number, over: Partial<TicketView> = {}): TicketDetail {
  const view = ticket(id, 0, over);
  return { ...view, contact: { ...view.contact, extraInfo: [] } };
}

export function message(id: number, over: Partial<MessageView> = {}): MessageView {
  const time = new Date(NOW - 3_600_000 + id * 1000).toISOString();
  return {
    id: String(id),
    ticketId: 1,
    contactId: over.fromMe ? null : 1,
    companyId: 1,
    queueId: null,
    body: `message ${id}`,
    fromMe: false,
    read: true,
    ack: 0,
    mediaType: 'conversation',
    mediaUrl: null,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    isSticker: false,
    quotedMsgId: null,
    quotedMsg: null,
    contact: over.fromMe ? null : { id: 1, name: 'Contact 1', number: '5511999990000', profilePicUrl: null },
    queue: null,
    remoteJid: '',
    participant: null,
    dataJson: null,
    reactions: [],
    origin: over.fromMe ? 'agent' : 'customer',
    user: null,
    error: null,
    clientId: null,
    mediaState: 'none',
    mediaName: null,
    mediaMime: null,
    mediaSize: null,
    mediaSeconds: null,
    linkPreview: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    createdAt: time,
    updatedAt: time,
    ...over,
  };
}
