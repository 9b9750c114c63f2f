import { defineModule } from '@/core/module.ts';
import { deliverPush } from './deliver-push.outbox.ts';
import { notificationsEndpoints } from './notifications.endpoints.ts';
import { pushMessage } from './notifications.listener.ts';
import { notificationsPages } from './notifications.pages.tsx';

export const notifications = defineModule<{ outbox: 'push.send' }>({
  name: 'notifications',
  endpoints: notificationsEndpoints,
  pages: notificationsPages,
  subscriptions: { 'message.created': pushMessage },
  outbox: { 'push.send': deliverPush },
});
