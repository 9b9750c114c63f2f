import type { PlatformListener } from '@/kernel/bus.ts';

export interface BackupPlatformEvents {
  /** One began, or ended. */
  'backup.changed': null;
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends BackupPlatformEvents {}
}

export const tellBackupChanged: PlatformListener<'backup.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'backups', data: null, canHear: (actor) => actor.super });
