import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaBucket } from '@/core/storage/media-bucket.client.ts';
import { prefixOf } from '@/core/storage/shared-storage.ts';
import { MONTH, WHOLE } from '@/core/storage/sweep-media.ts';

type Media = {
  bucket: MediaBucket;
  companyId: number;
  folder: string;
};

/** Puts each file into the store unless it is there with the same size. Returns how many it put. */
export async function storeMedia({ bucket, companyId, folder }: Media): Promise<number> {
  const prefix = prefixOf(companyId);
  const stored = new Map<string, number>();
  for await (const { name, size } of bucket.list(prefix)) stored.set(name, size);
  let count = 0;
  for (const month of await readdir(folder).catch(() => [])) {
    if (!MONTH.test(month)) continue;
    for (const name of await readdir(join(folder, month))) {
      // A converted recording is made again from its original.
      if (!WHOLE.test(name) || WHOLE.exec(name)?.[2]) continue;
      const path = join(folder, month, name);
      if (stored.get(`${prefix}${month}/${name}`) === statSync(path).size) continue;
      await bucket.put(`${prefix}${month}/${name}`, path);
      count += 1;
    }
  }
  return count;
}

/** Fetches each object unless its file is there with the same size. Returns how many it fetched. */
export async function fetchMedia({ bucket, companyId, folder }: Media): Promise<number> {
  const prefix = prefixOf(companyId);
  let count = 0;
  for await (const { name, size } of bucket.list(prefix)) {
    const [month = '', file = ''] = name.slice(prefix.length).split('/');
    if (!MONTH.test(month) || !WHOLE.test(file)) continue;
    const path = join(folder, month, file);
    if (existsSync(path) && statSync(path).size === size) continue;
    await mkdir(dirname(path), { recursive: true });
    await bucket.fetch(name, path);
    count += 1;
  }
  return count;
}
