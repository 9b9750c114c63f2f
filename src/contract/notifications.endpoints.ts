import { z } from 'zod';
import {
  PreferenceInput,
  PushSubscriptionInput,
  PushSubscriptionName,
} from '../modules/notifications/inputs.schema.ts';
import { MOST_NOTIFICATIONS } from '../modules/notifications/notifications.schema.ts';
import { PREFERENCE_KEYS, SWITCH_VALUES } from '../modules/notifications/preferences.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

const value = z.enum(SWITCH_VALUES);

/** What the bell shows, and how a person wants to be told; ours, no existing client calls them. */
export const notificationsEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/notifications',
    access: 'person',
    summary: `Unread tickets of the reader, the latest ${MOST_NOTIFICATIONS}, and how many there are`,
    reply: z.strictObject({ tickets: z.array(shape.Ticket), count: z.number().int() }),
  },
  {
    method: 'GET',
    path: '/me/preferences',
    access: 'person',
    summary: 'Every preference of the reader, with its default',
    reply: z.record(z.enum(PREFERENCE_KEYS), value),
  },
  {
    method: 'PUT',
    path: '/me/preferences',
    access: 'person',
    summary: 'Sets one of them',
    body: PreferenceInput,
    reply: z.strictObject({ key: z.enum(PREFERENCE_KEYS), value }),
  },
  {
    method: 'GET',
    path: '/push/key',
    access: 'person',
    summary: 'The key with which a browser subscribes (VAPID, base64url)',
    reply: z.strictObject({ publicKey: z.string().length(87) }),
  },
  {
    method: 'POST',
    path: '/push-subscriptions',
    access: 'person',
    summary: 'Tells a browser of new messages until this session ends',
    body: PushSubscriptionInput,
    reply: z.strictObject({ id: z.number().int() }),
  },
  {
    method: 'DELETE',
    path: '/push-subscriptions',
    access: 'person',
    summary: 'Tells a browser nothing more',
    query: PushSubscriptionName,
    reply: shape.Said,
  },
  {
    method: 'POST',
    path: '/push-subscriptions/test',
    access: 'person',
    summary: 'A test notification to every browser of the reader',
    reply: z.strictObject({ sent: z.number().int() }),
  },
];
