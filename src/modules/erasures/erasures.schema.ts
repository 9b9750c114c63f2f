import { z } from 'zod';
import { yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { SharedData, StoreJob } from '../backups/backups.schema.ts';
import { RETENTION_MONTHS } from '../settings/settings.schema.ts';

/** In this order; after a kill the current one is resumed. */
export const ERASURE_STEPS = ['rows', 'files', 'backups', 'database', 'done'] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];
export const COMPANY_ERASURE_STEPS = ['folder', 'backups', 'records', 'platform', 'done'] as const;
export type CompanyErasureStep = (typeof COMPANY_ERASURE_STEPS)[number];
export const PERSON_FILE_STATES = ['waiting', 'ready', 'failed'] as const;

/** Keys under `erasures:trouble.*`. */
export const ERASING_FAULTS = ['full', 'store', 'busy', 'interrupted', 'broken'] as const;
export type ErasingFault = (typeof ERASING_FAULTS)[number];

export const ERASURE_COUNTS = ['tickets', 'messages', 'files', 'schedules', 'notes', 'shippings'] as const;
export type ErasureCounts = Record<(typeof ERASURE_COUNTS)[number], number>;
export type CompanyCounts = { people: number; files: number; bytes: number; objects: number };

export type Subject = {
  contactIds: number[];
  ticketIds: number[];
  /** Digits of phone numbers and of WhatsApp ids. */
  numbers: string[];
  /** The same with WhatsApp's suffixes, and e-mail addresses. */
  addresses: string[];
  names: string[];
};

/** Page tables in this order; texts under `erasures:file.part.*` and `.column.*`. `data.json` has all. */
export const PERSON_FILE_TABLES = {
  contact: ['name', 'number', 'email', 'created_at', 'last_interaction_at'],
  identities: ['jid'],
  fields: ['name', 'value'],
  tickets: ['created_at', 'updated_at', 'source'],
  tags: ['name'],
  notes: ['note', 'created_at'],
  ratings: ['rate', 'created_at'],
  schedules: ['body', 'send_at'],
  campaigns: ['campaign', 'message', 'delivered_at'],
  lists: ['list', 'name', 'number', 'email'],
  optOuts: ['number', 'keyword', 'created_at'],
} as const;

export const RetentionForm = z.object({
  messages: z.enum(RETENTION_MONTHS),
  media: z.enum(RETENTION_MONTHS),
});
export type RetentionForm = z.infer<typeof RetentionForm>;

export const ERASURES_PER_PAGE = 20;
export const ErasureFilter = z.object(listFilter);
export type ErasureFilter = z.infer<typeof ErasureFilter>;

export const EraseForm = z.object({
  understood: yesOrNo.refine((value) => value === true, 'erasures:erase.mustUnderstand'),
});

/** Stored beside the backups so that a restore erases again: only salted hashes, no name or number. */
export const Tombstone = z.object({
  format: z.literal(1),
  kind: z.enum(['person', 'company']),
  uuid: z.string(),
  companyId: z.number(),
  askedAt: z.string(),
  contactIds: z.array(z.number()),
  /** A contact created later is another one, even with the same number. */
  lastContactId: z.number(),
  salt: z.string(),
  hashes: z.array(z.string()),
});
export type Tombstone = z.infer<typeof Tombstone>;

/** In the data folder: store objects to delete. After a kill no other list names them. */
export const planName = (uuid: string): string => `erasing-${uuid}.plan`;

export const ErasingJob = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('scrub'),
    dataDir: z.string(),
    shared: SharedData.nullish(),
    companyId: z.number(),
    keepFree: z.number(),
    waits: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('forget'),
    store: StoreJob,
    now: z.string(),
    tombstone: Tombstone,
    files: z.array(z.string()),
    waits: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('person'),
    dataDir: z.string(),
    shared: SharedData.nullish(),
    companyId: z.number(),
    contactId: z.number(),
    target: z.string(),
    words: z.object({
      language: z.enum(['pt', 'en', 'es']),
      title: z.string(),
      made: z.string(),
      company: z.string(),
      person: z.string(),
      file: z.string(),
      messages: z.string(),
      parts: z.record(z.string(), z.string()),
      columns: z.record(z.string(), z.string()),
    }),
    timeZone: z.string(),
    waits: z.boolean().optional(),
  }),
]);
export type ErasingJob = z.infer<typeof ErasingJob>;

export const Forgotten = z.object({
  /** When the last backup made before the erasure expires; null without one. */
  until: z.string().nullable(),
  removed: z.number(),
});
export type Forgotten = z.infer<typeof Forgotten>;

export const ErasingLine = z.union([
  z.object({ step: z.string() }),
  z.object({ scrubbed: z.literal(true) }),
  z.object({ forgotten: Forgotten }),
  z.object({ written: z.object({ bytes: z.number() }) }),
  z.object({ failed: z.enum(ERASING_FAULTS), why: z.string() }),
]);
