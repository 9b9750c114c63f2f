import { quickMessages as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import {
  publishCreated,
  publishDeleted,
  publishUpdated,
  type QuickMessageEvents,
  quickMessageContract,
} from './quick-messages.events.ts';
import { findQuickMedium } from './quick-messages.queries.ts';
import { quickMessageRoutes } from './quick-messages.routes.tsx';
import { leaveQuickMessages } from './quick-messages.service.ts';

const errors = {
  ERR_NO_QUICKMESSAGE_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const quickMessages = defineModule<{
  errors: keyof Errors;
  events: keyof QuickMessageEvents;
}>({
  name: 'quick-messages',
  errors,
  ...quickMessageRoutes,
  menu: [
    {
      key: 'quickMessages',
      label: 'quickMessages:title',
      href: paths.quickMessages(),
      icon: 'zap',
      section: 'answers',
      position: 10,
      isFor: anyone,
    },
  ],
  listeners: {
    'quick-message.created': publishCreated,
    'quick-message.updated': publishUpdated,
    'quick-message.deleted': publishDeleted,
  },
  contract: quickMessageContract,
  steps: { 'user.deleting': leaveQuickMessages },
  media: [{ column: rows.mediaPath, find: findQuickMedium }],
});
