import { z } from 'zod';
import { MAX_ID } from '../../core/ids.ts';

export const FORMAT = 1;
export const HEADER = 'company.json';
export const DATABASE = 'company.db';
/** Decrypted secrets of the server; only in a file that is encrypted as a whole. */
export const SECRETS = 'secrets.jsonl';
export const MEDIA = /^media\/(\d{6}\/[\w-]{20,64}\.[a-z0-9]{1,8})$/;
/** The last entry: a file without it is incomplete. */
export const LIST = 'list.jsonl';

export const Header = z.object({
  format: z.number().int(),
  madeAt: z.iso.datetime(),
  version: z.string().max(40),
  companyId: z.number().int().positive().max(MAX_ID),
  name: z.string().min(1).max(200),
  migrations: z.number().int().positive(),
  counts: z.record(z.string().max(100), z.number().int().nonnegative()),
  hasSecrets: z.boolean(),
});
export type Header = z.infer<typeof Header>;

export const Listed = z.object({
  path: z.string().max(200),
  bytes: z.number(),
  sha256: z.string().length(64),
});
export type Listed = z.infer<typeof Listed>;

export const Secret = z.object({
  table: z.string().max(100),
  column: z.string().max(100),
  row: z.union([z.number().int().positive().max(MAX_ID), z.string().max(200)]),
  key: z.string().max(500),
  value: z.string(),
});
export type Secret = z.infer<typeof Secret>;
