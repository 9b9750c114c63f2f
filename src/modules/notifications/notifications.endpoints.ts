import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { requireUser } from '@/core/policy.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import {
  PreferenceInput,
  PushSubscriptionInput,
  PushSubscriptionName,
} from './notification-inputs.schema.ts';
import { listNotifications } from './notifications.queries.ts';
import { MAX_NOTIFICATIONS } from './notifications.schema.ts';
import { NotificationList, Preference, Preferences } from './notifications.views.ts';
import { getPreferences, setPreference } from './preferences.service.ts';
import { sendTestPush, subscribeToPush, unsubscribeFromPush } from './push-subscriptions.service.ts';

const BROWSER = {
  endpoint: 'https://push.example.com/abc',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
};

export const notificationsEndpoints = [
  endpoint('GET /notifications', {
    access: 'person',
    summary: `Unread tickets of the reader, the latest ${MAX_NOTIFICATIONS}, and how many there are`,
    reply: NotificationList,
    run: (scope) => listNotifications(scope),
  }),
  endpoint('GET /me/preferences', {
    access: 'person',
    summary: 'Every preference of the reader, with its default',
    reply: Preferences,
    run: (scope) => getPreferences(scope, requireUser(scope).id),
  }),
  endpoint('PUT /me/preferences', {
    access: 'person',
    summary: 'Sets a notification preference of the reader',
    body: PreferenceInput,
    reply: Preference,
    example: () => ({ body: { key: 'notifications.sound', value: 'disabled' } as const }),
    run: (scope, { body }) => setPreference(scope, body),
  }),
  endpoint('GET /push/key', {
    access: 'person',
    summary: 'The key with which a browser subscribes (VAPID, base64url)',
    reply: z.strictObject({ publicKey: z.string().length(87) }),
    run: ({ kernel }) => ({ publicKey: kernel.secrets.push.publicKey }),
  }),
  endpoint('POST /push-subscriptions', {
    access: 'person',
    summary: 'Notifies a browser of new messages until this session ends',
    body: PushSubscriptionInput,
    reply: z.strictObject({ id: z.number().int() }),
    example: () => ({ body: BROWSER }),
    run: (scope, { body }) => subscribeToPush(scope, body),
  }),
  endpoint('DELETE /push-subscriptions', {
    access: 'person',
    summary: 'Ends the notifications of a browser',
    query: PushSubscriptionName,
    reply: MessageReply,
    example: () => ({ query: { endpoint: BROWSER.endpoint } }),
    run: async (scope, { query }) => {
      await unsubscribeFromPush(scope, query);
      return { message: 'Push subscription deleted' };
    },
  }),
  endpoint('POST /push-subscriptions/test', {
    access: 'person',
    summary: 'A test notification to every browser of the reader',
    reply: z.strictObject({ sent: z.number().int() }),
    run: (scope) => sendTestPush(scope),
  }),
];
