import { z } from 'zod';

/** `full`: the disk; `refused`: the file is none that can be taken over, `why` says it to a person. */
const FILE_FAILURES = ['full', 'refused', 'interrupted', 'broken'] as const;

const Export = z.object({
  kind: z.literal('export'),
  dataDir: z.string(),
  companyId: z.number().int().positive(),
  target: z.string(),
  now: z.string(),
  version: z.string(),
  /** So many bytes of the data's own disk are left alone. */
  keepFree: z.number(),
  passphrase: z.string().min(1).nullable(),
  /** An age recipient. */
  recipient: z.string().nullable(),
  /** Keys of WhatsApp's lines and of other services; only into a file that is encrypted. */
  withSecrets: z.boolean(),
  /** It goes on only when it reads the next line. */
  waits: z.boolean().optional(),
});
export type ExportJob = z.infer<typeof Export>;

const Import = z.object({
  kind: z.literal('import'),
  dataDir: z.string(),
  source: z.string(),
  /** A folder that is nobody's else; what is unpacked lies there. */
  scratch: z.string(),
  keepFree: z.number(),
  passphrase: z.string().min(1).nullable(),
  identities: z.array(z.string()),
  /** Numbers of companies that are there, were there or lie in the bin, and the next one. */
  takenIds: z.array(z.number()),
  nextId: z.number().int().positive(),
  waits: z.boolean().optional(),
});
export type ImportJob = z.infer<typeof Import>;

/** What the process beside the desk is told, as one line. */
export const FileJob = z.discriminatedUnion('kind', [Export, Import]);
export type FileJob = z.infer<typeof FileJob>;

const Exported = z.object({ bytes: z.number(), messages: z.number(), files: z.number() });
export type Exported = z.infer<typeof Exported>;

const Unpacked = z.object({
  /** Under this number it can be taken over. */
  companyId: z.number().int().positive(),
  name: z.string(),
  madeAt: z.string(),
  version: z.string(),
  messages: z.number(),
  files: z.number(),
  hasSecrets: z.boolean(),
});
export type Unpacked = z.infer<typeof Unpacked>;

export const FileLine = z.union([
  z.object({ step: z.string(), done: z.number().optional(), of: z.number().optional() }),
  z.object({ exported: Exported }),
  z.object({ unpacked: Unpacked }),
  z.object({ failed: z.enum(FILE_FAILURES), why: z.string() }),
]);
