import { join } from 'node:path';
import { storeDatabase } from '../../../core/db/remote/copy-namespace.ts';
import { createMediaBucket } from '../../../core/storage/media-bucket.client.ts';
import { storeMedia } from '../../cluster-move/move-media.ts';
import type { Shared } from '../../installation/installation.ts';
import { namespaceFor } from '../../installation/on-servers.ts';

/** Media first: a row names only what is in the bucket. */
export async function storeCompany(
  folder: string,
  { database: server, media }: Shared,
  companyId: number,
  epoch?: number,
): Promise<void> {
  await storeMedia({ bucket: createMediaBucket(media), companyId, folder: join(folder, 'media') });
  const path = join(folder, companyId === 0 ? 'platform.db' : 'company.db');
  await storeDatabase(path, { server, name: namespaceFor(companyId) }, epoch);
}
