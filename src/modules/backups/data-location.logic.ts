import type { Config } from '@/config.ts';

/** Where a process of its own finds the data: in a folder, or on the servers of several nodes. */
export const dataOf = ({ dataDir, cluster }: Pick<Config, 'dataDir' | 'cluster'>) => ({
  dataDir,
  ...(cluster && { shared: { database: cluster.database, media: cluster.media, secret: cluster.secret } }),
});
