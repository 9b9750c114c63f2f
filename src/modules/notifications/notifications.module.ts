import { defineModule } from '@/kernel/module.ts';
import { deliverPush } from './deliver-push.ts';
import { notificationsEndpoints } from './notifications.endpoints.ts';
import { pushMessage } from './notifications.events.ts';
import { notificationsPages } from './notifications.pages.tsx';

export const notifications = defineModule<{ outbox: 'push.send'; services: 'pushLanes' }>({
  name: 'notifications',
  services: { pushLanes: () => new Map() },
  endpoints: notificationsEndpoints,
  pages: notificationsPages,
  hears: { 'message.created': pushMessage },
  outbox: { 'push.send': deliverPush },
});
