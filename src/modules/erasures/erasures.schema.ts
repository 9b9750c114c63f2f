import { z } from 'zod';
import { yesOrNo } from '../../form.schema.ts';
import { listFilter } from '../../list.schema.ts';
import { StoreJob } from '../backups/backups.schema.ts';
import { KEPT_MONTHS } from '../settings/settings.schema.ts';

/** One after the other; a desk that was killed goes on with the one it stands at. */
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

/** Whom an erasure looks for. It stands in the database only while it is under way. */
export type Subject = {
  contactIds: number[];
  ticketIds: number[];
  /** Digits, of numbers and of WhatsApp's own ids. */
  numbers: string[];
  /** The same with what WhatsApp puts behind them, and e-mail addresses. */
  addresses: string[];
  names: string[];
};

/**
 * Of the page in a person's file, in this order: headings under `erasures:file.part.*`, columns under
 * `erasures:file.column.*`. Beside it `data.json` has all of them. Messages follow as a conversation.
 */
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

export const RetentionForm = z.object({ messages: z.enum(KEPT_MONTHS), media: z.enum(KEPT_MONTHS) });
export type RetentionForm = z.infer<typeof RetentionForm>;

export const ERASURES_PER_PAGE = 20;
export const ErasureFilter = z.object(listFilter);
export type ErasureFilter = z.infer<typeof ErasureFilter>;

export const EraseForm = z.object({
  /** Ticked by hand: what follows cannot be taken back. */
  understood: yesOrNo.refine((said) => said === true, 'erasures:erase.mustUnderstand'),
});

/**
 * What lies beside the backups so that a restore erases again: no name and no number, only salted hashes of numbers and
 * WhatsApp's ids. Where backups are encrypted it is too.
 */
export const Tombstone = z.object({
  format: z.literal(1),
  kind: z.enum(['person', 'company']),
  uuid: z.string(),
  companyId: z.number(),
  askedAt: z.string(),
  contactIds: z.array(z.number()),
  /** A contact made later is another one, also if it bears the number. */
  lastContactId: z.number(),
  salt: z.string(),
  hashes: z.array(z.string()),
});
export type Tombstone = z.infer<typeof Tombstone>;

/** In the data folder: objects of the store that are to go. After a kill no list names them any more. */
export const planName = (uuid: string): string => `erasing-${uuid}.plan`;

/** What the process that erases is told, as one line. */
export const ErasingJob = z.discriminatedUnion('kind', [
  /** Leaves no byte of what was deleted in a database. */
  z.object({
    kind: z.literal('scrub'),
    path: z.string(),
    keepFree: z.number(),
    waits: z.boolean().optional(),
  }),
  /** In the store: the tombstone, and what only the person, or the company, had. */
  z.object({
    kind: z.literal('forget'),
    store: StoreJob,
    now: z.string(),
    tombstone: Tombstone,
    /** By their names in the media folder. */
    files: z.array(z.string()),
    waits: z.boolean().optional(),
  }),
  /** All that is kept of a contact, as a zip. */
  z.object({
    kind: z.literal('person'),
    path: z.string(),
    media: z.string(),
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
  /** When the last backup goes that was made before; null where there is none. */
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
