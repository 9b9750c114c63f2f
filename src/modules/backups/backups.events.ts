import type { PlatformListener } from '@/kernel/bus.ts';

export interface BackupPlatformEvents {
  'backup.changed': null;
}
declare module '@/kernel/bus.ts' {
  interface PlatformEventMap extends BackupPlatformEvents {}
}

export const publishBackupChanged: PlatformListener<'backup.changed'> = ({ kernel }) =>
  kernel.hub.deliverToAll({ channel: 'backups', data: null, canReceive: (actor) => actor.super });
