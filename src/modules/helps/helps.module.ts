import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { anyone, isSuper } from '@/core/policy.ts';
import { helpPaths } from './help-paths.schema.ts';
import { type HelpPlatformEvents, helpContract, publishHelp } from './helps.events.ts';
import { helpRoutes } from './helps.routes.tsx';
import { createThumbnails } from './thumbnails.client.ts';

const errors = {
  ERR_NO_HELP_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const helps = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof HelpPlatformEvents;
  services: 'helpThumbnails';
}>({
  name: 'helps',
  errors,
  settingsTabs: [
    {
      key: 'helps',
      label: 'helps:tab',
      href: helpPaths.list(),
      rank: 140,
      area: 'platform',
      group: 'presence',
      isFor: isSuper,
    },
  ],
  ...helpRoutes,
  menu: [
    {
      key: 'helps',
      label: 'helps:title',
      href: helpPaths.gallery(),
      icon: 'help',
      section: 'settings',
      position: 90,
      isFor: anyone,
    },
  ],
  platformListeners: { 'help.changed': onEachNode(publishHelp) },
  contract: helpContract,
  services: { helpThumbnails: createThumbnails },
});
