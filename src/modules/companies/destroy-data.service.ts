import { rm } from 'node:fs/promises';
import type { Kernel } from '@/core/scope.ts';

export async function destroyData(
  { storage, tenants }: Kernel,
  companyId: number,
  folders: string[],
): Promise<void> {
  for await (const { key } of storage.shared?.list(companyId) ?? []) await storage.remove(companyId, key);
  await tenants.erase(companyId);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
