import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { type ClickToChatEvents, publishLinks } from './click-to-chat.events.ts';
import { clickToChatPages } from './click-to-chat.pages.tsx';
import { clickPaths } from './click-to-chat-paths.schema.ts';
import { detectSource } from './detect-source.steps.ts';

const errors = {
  ERR_NO_LINK_FOUND: 404,
  ERR_TOO_MANY_LINKS: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const clickToChat = defineModule<{ errors: keyof Errors; events: keyof ClickToChatEvents }>({
  name: 'click-to-chat',
  errors,
  pages: clickToChatPages,
  menu: [
    {
      key: 'clickToChat',
      label: 'clickToChat:title',
      href: clickPaths.list(),
      icon: 'link',
      section: 'channels',
      position: 60,
      isFor: isAdmin,
    },
  ],
  listeners: { 'clickLink.changed': publishLinks },
  steps: { 'message.arrived': detectSource },
});
