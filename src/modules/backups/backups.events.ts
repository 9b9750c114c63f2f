import type { PlatformListener } from '@/core/events.ts';

export interface BackupPlatformEvents {
  'backup.changed': null;
}
declare module '@/core/events.ts' {
  interface PlatformEventMap extends BackupPlatformEvents {}
}

export const publishBackupChanged: PlatformListener<'backup.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'backups', data: null, canReceive: (actor) => actor.super });
