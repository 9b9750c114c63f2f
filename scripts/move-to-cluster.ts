import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@/config.ts';
import { requireServer } from '@/core/db/remote/database-server.ts';
import { StartRefused } from '@/core/errors.ts';
import { PLATFORM } from '@/core/scope.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { createMediaBucket } from '@/core/storage/media-bucket.client.ts';
import { mediaFolder } from '@/core/storage/storage.ts';
import { StoreFailure } from '@/core/storage/store-failure.ts';
import { companyFolder, databasesInFolder, databasesOn } from '@/ops/cluster-move/databases-at.ts';
import { listCompanies, MoveRefused, moveDatabases } from '@/ops/cluster-move/move-databases.ts';
import { fetchMedia, storeMedia } from '@/ops/cluster-move/move-media.ts';
import { requireStoppedNodes } from '@/ops/cluster-move/require-stopped-nodes.ts';
import { runCommand } from '@/ops/command-line.ts';

const usage = `bun run move-to-cluster [--back] [--replace]

Copies the media in DATA_DIR to the bucket of MEDIA_S3_BUCKET and its databases to the libSQL server of
DATABASE_URL, and compares every row. The server must be stopped. DATA_DIR stays as it is. The command
can be repeated: what was already copied is only compared.

  --back     copies from the database server into DATA_DIR; all nodes must be stopped
  --replace  copies existing databases that differ again
`;
const options = {
  back: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
} as const;

await runCommand({ usage, options }, (values) =>
  move(values).catch((error) => {
    if (!(error instanceof StoreFailure)) throw error;
    throw new StartRefused(
      `The bucket of MEDIA_S3_BUCKET does not accept or return files (${error.message}).`,
    );
  }),
);

async function move(values: { back: boolean; replace: boolean }): Promise<void> {
  const { dataDir, cluster } = readConfig(process.env);
  if (!cluster) throw new MoveRefused('DATABASE_URL is not set: see docs/operations/scaling.md.');
  if (!existsSync(join(dataDir, 'secrets.json')))
    throw new MoveRefused(`${dataDir} has no secrets.json: it is needed on every node.`);
  const lock = lockData(dataDir);
  const [files, server] = [databasesInFolder(dataDir), databasesOn(cluster.database)];
  await requireServer(cluster.database, 'platform');
  await requireStoppedNodes(server);
  const [from, to] = values.back ? [server, files] : [files, server];
  const bucket = createMediaBucket(cluster.media);
  let media = 0;
  // Before the platform's database, so that nothing starts without them.
  for (const companyId of [PLATFORM, ...(await listCompanies(from))]) {
    const folder =
      companyId === PLATFORM
        ? mediaFolder(dataDir, PLATFORM)
        : join(companyFolder(dataDir, companyId), 'media');
    media += await (values.back ? fetchMedia : storeMedia)({ bucket, companyId, folder });
  }
  process.stdout.write(`Media are copied: files: ${media}.\n`);
  const { companies, rows, missing } = await moveDatabases({
    from,
    to,
    replaces: values.replace,
    step: (companyId, outcome, count) =>
      void process.stdout.write(
        `${companyId === PLATFORM ? 'The platform' : `Company ${companyId}`} ${outcome === 'there' ? 'was there already' : 'is copied'}: rows: ${count}.\n`,
      ),
  });
  lock.release();
  for (const companyId of missing) process.stdout.write(`Company ${companyId} has no database.\n`);
  process.stdout.write(`All is there: companies: ${companies}, rows: ${rows}.\n`);
}
