import { z } from 'zod';
import { httpAddress, optional } from '../environment.ts';
import { type Bucket, readBucket } from '../storage/bucket.ts';
import type { ClusterConfig } from './cluster.ts';

/** All of them, or none: a process that shares half of its data would lose the other half. */
const REQUIRED = {
  DATABASE_URL: httpAddress(),
  DATABASE_ADMIN_URL: httpAddress(),
  NODE_URL: httpAddress(),
  CLUSTER_SECRET: optional(z.string().min(32)),
  MEDIA_S3_ENDPOINT: httpAddress(),
  MEDIA_S3_BUCKET: optional(z.string()),
  MEDIA_S3_ACCESS_KEY_ID: optional(z.string()),
  MEDIA_S3_SECRET_ACCESS_KEY: optional(z.string()),
};

export const CLUSTER_VARIABLES = {
  ...REQUIRED,
  /** A JWT that may read and write every namespace. */
  DATABASE_TOKEN: optional(z.string()),
  DATABASE_ADMIN_KEY: optional(z.string()),
  MEDIA_S3_REGION: optional(z.string()),
};

export type ClusterVariables = z.infer<z.ZodObject<typeof CLUSTER_VARIABLES>>;

export function clusterFault(env: ClusterVariables): { key: string; message: string } | undefined {
  const names = Object.keys(CLUSTER_VARIABLES) as (keyof ClusterVariables)[];
  const key = names.find((name) => env[name]);
  const missing = Object.keys(REQUIRED).filter((name) => !env[name as keyof typeof REQUIRED]);
  if (!key || missing.length === 0) return undefined;
  return { key, message: `several nodes also need ${missing.join(', ')}` };
}

export function readCluster(env: ClusterVariables): ClusterConfig | null {
  const { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl, NODE_URL: nodeUrl, CLUSTER_SECRET: secret } = env;
  const media = mediaOf(env);
  if (!url || !adminUrl || !nodeUrl || !secret || !media) return null;
  const database = { url, adminUrl, token: env.DATABASE_TOKEN, adminKey: env.DATABASE_ADMIN_KEY };
  return { database, nodeUrl, secret, media };
}

function mediaOf(env: ClusterVariables): Bucket | null {
  return readBucket({
    endpoint: env.MEDIA_S3_ENDPOINT,
    region: env.MEDIA_S3_REGION,
    bucket: env.MEDIA_S3_BUCKET,
    accessKeyId: env.MEDIA_S3_ACCESS_KEY_ID,
    secretAccessKey: env.MEDIA_S3_SECRET_ACCESS_KEY,
  });
}
