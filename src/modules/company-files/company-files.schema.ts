import { z } from 'zod';
import { yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { SharedData } from '../backups/backups.schema.ts';
import { MAX_USER_ID } from '../users/users.schema.ts';

/** `full`: the disk; `refused`: the file cannot be imported, `why` is a message for people. */
export const FILE_FAILURES = ['full', 'refused', 'interrupted', 'broken'] as const;
export type FileFailure = (typeof FILE_FAILURES)[number];
const FILE_REFUSALS = ['missing', 'foreign', 'newer', 'encrypted', 'passphrase', 'damaged', 'code'] as const;
export type FileRefusal = (typeof FILE_REFUSALS)[number];
export const EXPORT_STATUSES = ['running', 'ready', 'failed'] as const;
export const EXPORTS_PER_PAGE = 20;

export const ExportFilter = z.object(listFilter);
export type ExportFilter = z.infer<typeof ExportFilter>;

const LEAST_PASSPHRASE = 12;

/** Keys are exported only into an encrypted file. */
export const ExportInput = z
  .object({
    passphrase: z.string().trim().max(200, 'validation:tooLong').default(''),
    withSecrets: yesOrNo,
  })
  .refine(({ passphrase }) => passphrase === '' || passphrase.length >= LEAST_PASSPHRASE, {
    path: ['passphrase'],
    error: 'companyFiles:passphraseShort',
  })
  .refine(({ passphrase, withSecrets }) => passphrase !== '' || !withSecrets, {
    path: ['passphrase'],
    error: 'companyFiles:passphraseNeeded',
  });
export type ExportInput = z.infer<typeof ExportInput>;

const Export = z.object({
  kind: z.literal('export'),
  dataDir: z.string(),
  shared: SharedData.nullish(),
  companyId: z.number().int().positive(),
  target: z.string(),
  now: z.string(),
  version: z.string(),
  keepFree: z.number(),
  passphrase: z.string().min(1).nullable(),
  recipient: z.string().nullable(),
  /** Keys of WhatsApp connections and other services; only into an encrypted file. */
  withSecrets: z.boolean(),
  /** Continues only after reading the next line. */
  waits: z.boolean().optional(),
});
export type ExportJob = z.infer<typeof Export>;

const Import = z.object({
  kind: z.literal('import'),
  dataDir: z.string(),
  shared: SharedData.nullish(),
  source: z.string(),
  scratch: z.string(),
  keepFree: z.number(),
  passphrase: z.string().min(1).nullable(),
  identities: z.array(z.string()),
  /** Its id here. The file never chooses it. */
  companyId: z.number().int().positive(),
  waits: z.boolean().optional(),
});
export type ImportJob = z.infer<typeof Import>;

export const ROWS = 'platform.json';
/** Its number, in the scratch folder of an import whose company is on the servers of several nodes. */
export const STORED = 'stored';
const Row = z.record(z.string().max(100), z.union([z.string().max(2000), z.number(), z.null()]));
const LoginRow = z.object({
  email: z.string().min(3).max(254),
  user_id: z.number().int().positive().max(MAX_USER_ID),
});
const MAX_LOGINS = 100_000;
/** Platform rows that are imported. Invoices, tokens and second factors stay with the server that issued them. */
export const CompanyRows = z.object({
  company: Row,
  logins: z
    .array(LoginRow)
    .max(MAX_LOGINS)
    .refine((rows) => new Set(rows.map(({ email }) => email)).size === rows.length),
});
export type CompanyRows = z.infer<typeof CompanyRows>;

const fileName = z.string('validation:required').min(1, 'validation:required').max(300);
export const IncomingFile = z.object({ file: fileName });
export const CheckInput = z.object({ file: fileName, passphrase: z.string().trim().max(200).default('') });
export const AdoptInput = z.object({
  name: z.string('validation:required').trim().min(2, 'validation:tooShort').max(100, 'validation:tooLong'),
});

export const FileJob = z.discriminatedUnion('kind', [Export, Import]);
export type FileJob = z.infer<typeof FileJob>;

const Exported = z.object({ bytes: z.number(), messages: z.number(), files: z.number() });
export type Exported = z.infer<typeof Exported>;

const Unpacked = z.object({
  companyId: z.number().int().positive(),
  name: z.string(),
  madeAt: z.string(),
  version: z.string(),
  messages: z.number(),
  files: z.number(),
  hasSecrets: z.boolean(),
});
export type Unpacked = z.infer<typeof Unpacked>;

const Step = z.object({ step: z.string(), done: z.number().optional(), of: z.number().optional() });
export type FileStep = z.infer<typeof Step>;

export const FileLine = z.union([
  Step,
  z.object({ exported: Exported }),
  z.object({ unpacked: Unpacked }),
  z.object({ failed: z.enum(FILE_FAILURES), code: z.enum(FILE_REFUSALS).optional(), why: z.string() }),
]);
