import { messages, tickets } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { never } from '@/core/errors.ts';
import type { Event, EventMap } from '@/core/events.ts';
import type { Scope } from '@/core/scope.ts';
import { findCampaignRow } from '@/modules/campaigns/campaigns.queries.ts';
import { findConnection } from '@/modules/connections/connections.queries.ts';
import { listContactsByIds, toExtraInfo } from '@/modules/contacts/contacts.queries.ts';
import type { WebhookEvent } from '../webhooks.schema.ts';
import { messageSubject } from './delivery-body.queries.ts';
import { findReported, messageBody, stateOf, statusBody } from './message-body.queries.ts';
import {
  campaignBody,
  connectionBody,
  contactBody,
  isReported,
  ticketBody,
} from './webhook-bodies.queries.ts';

export type Notification = {
  event: WebhookEvent;
  subject: string;
  queueKey: string;
  /** Undefined: formed when it is sent. */
  data?: object;
  /** changed: unless the last one was equal. once: per subject begun after the webhook was created. */
  repeats: 'always' | 'changed' | 'once';
  since?: Date;
};

const LEADS_TO = {
  'message.created': ['message.received', 'message.sent'],
  'message.updated': ['message.received', 'message.status'],
  'ticket.created': ['ticket.created'],
  'ticket.updated': ['ticket.updated', 'ticket.closed'],
  'contact.created': ['contact.created'],
  'contact.updated': ['contact.updated'],
  'contact.merged': ['contact.updated'],
  'connection.created': ['connection.updated'],
  'connection.updated': ['connection.updated'],
  'connection.session': ['connection.updated'],
  'campaign.updated': ['campaign.started', 'campaign.finished', 'campaign.stopped'],
} as const satisfies { [K in keyof EventMap]?: readonly WebhookEvent[] };

type Source = keyof typeof LEADS_TO;
type SourceEvent = Extract<Event, { type: Source }>;

export const isNotification = (event: Event): event is SourceEvent => event.type in LEADS_TO;

export async function notificationsOf(
  tx: Scope,
  events: readonly Event[],
  wanted: ReadonlySet<string>,
): Promise<Notification[]> {
  const notifications: Notification[] = [];
  const seen = new Set<string>();
  const made = new Set(events.map((event) => (event.type === 'ticket.created' ? event.data.ticketId : 0)));
  for (const event of events) {
    if (!isNotification(event) || !LEADS_TO[event.type].some((name) => wanted.has(name))) continue;
    if (event.type === 'ticket.updated' && made.has(event.data.ticketId)) continue;
    for (const notification of await notificationsOfOne(tx, event, wanted)) {
      const key = `${notification.event} ${notification.subject}`;
      if (seen.has(key)) continue;
      seen.add(key);
      notifications.push(notification);
    }
  }
  return notifications;
}

async function notificationsOfOne(
  tx: Scope,
  event: SourceEvent,
  wanted: ReadonlySet<string>,
): Promise<Notification[]> {
  switch (event.type) {
    case 'message.created':
    case 'message.updated':
      return ofMessage(tx, event.data.messageId, event.type === 'message.created', wanted);
    case 'ticket.created':
      return ofTicket(tx, event.data.ticketId, ['ticket.created']);
    case 'ticket.updated': {
      const wasOpen = event.data.before !== undefined && event.data.before.status !== 'closed';
      return ofTicket(tx, event.data.ticketId, ['ticket.updated'], wasOpen ? ['ticket.closed'] : []);
    }
    case 'contact.created':
      return ofContact(tx, event.data.contactId, 'contact.created');
    case 'contact.updated':
    case 'contact.merged':
      return ofContact(tx, event.data.contactId, 'contact.updated');
    case 'connection.created':
    case 'connection.updated':
    case 'connection.session':
      return ofConnection(tx, event.data.connectionId);
    case 'campaign.updated':
      return ofCampaign(tx, event.data.campaignId);
    default:
      return never(event);
  }
}

/** A customer's message that could not be decrypted at first is reported once its text arrives. */
async function ofMessage(
  tx: Scope,
  messageId: number,
  isNew: boolean,
  wanted: ReadonlySet<string>,
): Promise<Notification[]> {
  const [message] = await messageById(tx.db, { messageId });
  if (!message) return [];
  const { fromMe, contactId, createdAt: since } = message;
  const event = !fromMe ? 'message.received' : isNew ? 'message.sent' : 'message.status';
  if (!wanted.has(event)) return [];
  const about = { event, subject: messageSubject(messageId), queueKey: queueKeyOf(contactId) } as const;
  if (fromMe) return ofOwnMessage(tx, messageId, about);
  return message.isStub ? [] : [{ ...about, repeats: isNew ? 'always' : 'once', since }];
}

const messageById = tenantStatement((db) =>
  db
    .select({
      fromMe: messages.fromMe,
      isStub: messages.isStub,
      createdAt: messages.createdAt,
      contactId: tickets.contactId,
    })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(eq(messages.id, sql.placeholder('messageId'))),
);

/** Formed at once: the status is the one at the time of the event. */
async function ofOwnMessage(
  tx: Scope,
  messageId: number,
  about: Pick<Notification, 'event' | 'subject' | 'queueKey'>,
): Promise<Notification[]> {
  const message = await findReported(tx, messageId);
  if (!message) return [];
  if (about.event === 'message.sent') return [{ ...about, data: messageBody(message), repeats: 'always' }];
  if (stateOf(message) === 'waiting') return [];
  return [{ ...about, data: statusBody(message), repeats: 'changed' }];
}

async function ofTicket(
  tx: Scope,
  ticketId: number,
  always: WebhookEvent[],
  ifClosed: WebhookEvent[] = [],
): Promise<Notification[]> {
  const found = await ticketBody(tx, ticketId);
  if (!found) return [];
  const [data, ticket] = found;
  const events = data.status === 'closed' ? [...always, ...ifClosed] : always;
  const about = {
    subject: `ticket:${ticketId}`,
    queueKey: queueKeyOf(ticket.contactId),
    repeats: 'always' as const,
  };
  return events.map((event) => ({ ...about, event, data }));
}

async function ofContact(tx: Scope, contactId: number, event: WebhookEvent): Promise<Notification[]> {
  const [contact] = await listContactsByIds(tx, [contactId]);
  if (!contact) return [];
  const fields = await tx.db.query.contactFields.findMany({
    where: (f, { eq }) => eq(f.contactId, contactId),
  });
  const data = contactBody({ ...contact, extraInfo: fields.map(toExtraInfo), whatsapp: null });
  return [
    { event, subject: `contact:${contactId}`, queueKey: queueKeyOf(contactId), data, repeats: 'always' },
  ];
}

async function ofConnection(tx: Scope, connectionId: number): Promise<Notification[]> {
  const connection = await findConnection(tx, connectionId);
  if (!connection) return [];
  const subject = `connection:${connectionId}`;
  const data = connectionBody(connection);
  return [{ event: 'connection.updated', subject, queueKey: subject, data, repeats: 'changed' }];
}

const CAMPAIGN_EVENTS = {
  running: 'campaign.started',
  finished: 'campaign.finished',
  stopped: 'campaign.stopped',
} as const;

/** Each start and each end once, however often the campaign is changed in between. */
async function ofCampaign(tx: Scope, campaignId: number): Promise<Notification[]> {
  const campaign = await findCampaignRow(tx, campaignId);
  if (!campaign || !isReported(campaign)) return [];
  const data = campaignBody(campaign);
  const since =
    (data.status === 'finished' ? campaign.completedAt : campaign.startedAt) ?? campaign.createdAt;
  const subject = `campaign:${campaignId}:${since.getTime()}`;
  const queueKey = `campaign:${campaignId}`;
  return [{ event: CAMPAIGN_EVENTS[data.status], subject, queueKey, data, repeats: 'once', since }];
}

/** A customer's messages and tickets are one conversation, on whatever connection. */
const queueKeyOf = (contactId: number) => `contact:${contactId}`;
