import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { isSuper } from '@/core/policy.ts';
import { createBackups } from './backup-runner.state.ts';
import { type BackupPlatformEvents, publishBackupChanged } from './backups.events.ts';
import { backupsPages } from './backups.pages.tsx';
import { countBackupTrouble } from './backups.queries.ts';
import { backUp, forgetOldBackups, interruptedBackups, missBackups } from './backups.service.ts';
import { backupsPaths } from './backups-paths.schema.ts';
import { restoresPages } from './restores/restores.pages.tsx';
import { restoresAtStart } from './restores/restores.service.ts';
import { createRestores } from './restores/restores.state.ts';

const errors = {
  ERR_BACKUP_RUNS: 409,
  ERR_RESTORE_RUNS: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const backups = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof BackupPlatformEvents;
  services: 'backups' | 'restores';
}>({
  name: 'backups',
  errors,
  services: { backups: createBackups, restores: createRestores },
  pages: [...backupsPages, ...restoresPages],
  settingsTabs: [
    {
      key: 'backups',
      label: 'backups:tab',
      href: backupsPaths.list(),
      rank: 190,
      area: 'platform',
      group: 'server',
      isFor: isSuper,
      waiting: { count: countBackupTrouble, channel: 'backups' },
    },
  ],
  platformListeners: { 'backup.changed': onEachNode(publishBackupChanged) },
  atStart: [interruptedBackups, restoresAtStart],
  platformJobs: (kernel) => [
    {
      name: 'backUp',
      pattern: patternOf(kernel.config.backupEveryHours),
      run: () => backUp(kernel, 'clock'),
    },
    { name: 'missBackups', pattern: '27 * * * *', run: () => missBackups(kernel) },
    { name: 'forgetOldBackups', pattern: '52 3 * * *', run: () => forgetOldBackups(kernel) },
  ],
});

function patternOf(everyHours: number): string {
  return everyHours === 24 ? '12 3 * * *' : `12 */${everyHours} * * *`;
}
