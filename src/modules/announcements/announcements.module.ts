import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { anyone, isSuper } from '@/core/policy.ts';
import { announcementPaths } from './announcement-paths.schema.ts';
import {
  type AnnouncementEvents,
  type AnnouncementPlatformEvents,
  announcementContract,
  publishCreated,
  publishDeleted,
  publishSeen,
  publishUpdated,
} from './announcements.events.ts';
import { findAnnouncementImage } from './announcements.queries.ts';
import { announcementRoutes } from './announcements.routes.tsx';
import { countUnseen } from './seen-announcements.service.ts';

const errors = {
  ERR_NO_ANNOUNCEMENT_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const announcements = defineModule<{
  errors: keyof Errors;
  events: keyof AnnouncementEvents;
  platformEvents: keyof AnnouncementPlatformEvents;
}>({
  name: 'announcements',
  errors,
  ...announcementRoutes,
  menu: [
    {
      key: 'announcements',
      label: 'announcements:title',
      href: announcementPaths.list(),
      icon: 'megaphone',
      section: 'platform',
      position: 20,
      isFor: isSuper,
    },
    {
      key: 'announcementsPopover',
      label: 'announcements:popover',
      href: announcementPaths.popover(),
      icon: 'megaphone',
      section: 'top',
      position: 10,
      isFor: anyone,
      badge: countUnseen,
      badgeChannels: ['announcement', 'announcementsSeen'],
      isPublicChannel: true,
    },
  ],
  listeners: { 'announcements.seen': publishSeen },
  platformListeners: {
    'announcement.created': onEachNode(publishCreated),
    'announcement.updated': onEachNode(publishUpdated),
    'announcement.deleted': onEachNode(publishDeleted),
  },
  contract: announcementContract,
  publicMedia: [findAnnouncementImage],
});
