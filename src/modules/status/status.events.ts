import type { PlatformListener } from '@/core/events.ts';

export interface StatusPlatformEvents {
  'status.changed': null;
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends StatusPlatformEvents {}
}

export const publishStatusChanged: PlatformListener<'status.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'status', data: null, canReceive: (actor) => actor.super });
