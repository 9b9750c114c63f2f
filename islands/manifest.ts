import type { ComponentType } from 'react';

export type IslandLoader = (name: string) => Promise<ComponentType<never>>;

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 300);
    addEventListener('keydown', () => resolve(), { once: true });
  });
}

/** The workspace's script has a size limit: the islands of all other pages are listed in a separate file. */
export const OTHERS = '';

export const islands: Record<string, IslandLoader> = {
  [OTHERS]: (name) => import('./office/office-islands.ts').then((module) => module.loadOfficeIsland(name)),
  'ticket-list': () => import('./workspace/workspace-islands.ts').then((module) => module.TicketList),
  conversation: () => import('./workspace/workspace-islands.ts').then((module) => module.Conversation),
  'voice-note': () => import('./workspace/workspace-islands.ts').then((module) => module.AudioPlayer),
  composer: () => import('./workspace/workspace-islands.ts').then((module) => module.Composer),
  'notification-bell': () =>
    whenIdle()
      .then(() => import('./notification-bell/notification-bell.tsx'))
      .then((module) => module.NotificationBell),
  'command-bar': () =>
    whenIdle()
      .then(() => import('./command-bar/command-bar.tsx'))
      .then((module) => module.CommandBar),
};
