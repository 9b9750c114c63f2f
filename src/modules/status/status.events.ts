import type { PlatformListener } from '@/kernel/bus.ts';

export interface StatusPlatformEvents {
  /** A minute's look, or an alert. */
  'status.changed': null;
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends StatusPlatformEvents {}
}

export const tellStatusChanged: PlatformListener<'status.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'status', data: null, canHear: (actor) => actor.super });
