import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Bucket } from '@/core/storage/bucket.ts';

export type S3Server = {
  settings: Bucket;
  switchTo(mode: string): Promise<void>;
  stop(): void;
};

export async function startS3(): Promise<S3Server> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 's3-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]();
  const port = (await lines.next()).value;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'backups',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async switchTo(mode) {
      child.stdin.write(`${mode}\n`);
      child.stdin.flush();
      while ((await lines.next()).value !== mode);
    },
    stop: () => child.kill(),
  };
}
