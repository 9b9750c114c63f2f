import { listDemoPeople } from '@demo/seed/people.ts';
import { prepareDataFolder } from '@/core/storage/data-folder.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { claimFolder } from './demo-folder.ts';
import type { Passwords } from './seed/seed.service.ts';

/** Throws NotADemo, and DataInUse while another process has the folder. */
export function openFolder(dataDir: string): { passwords: Passwords; lock: { release(): void } } {
  const emails = listDemoPeople().map(({ email }) => email);
  const passwords = claimFolder(dataDir, emails);
  prepareDataFolder(dataDir);
  return { passwords, lock: lockData(dataDir) };
}
