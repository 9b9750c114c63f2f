import type { PlatformListener } from '@/kernel/bus.ts';

export interface StatusPlatformEvents {
  'status.changed': null;
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends StatusPlatformEvents {}
}

export const publishStatusChanged: PlatformListener<'status.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'status', data: null, canReceive: (actor) => actor.super });
