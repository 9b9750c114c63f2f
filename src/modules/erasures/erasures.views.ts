import { z } from 'zod';
import {
  COMPANY_ERASURE_STEPS,
  ERASING_FAULTS,
  ERASURE_STEPS,
  PERSON_FILE_STATES,
} from './erasures.schema.ts';

const count = z.number().int();

export const ErasureView = z.strictObject({
  id: z.number().int(),
  uuid: z.string(),
  step: z.enum(ERASURE_STEPS),
  counts: z.strictObject({
    tickets: count,
    messages: count,
    files: count,
    schedules: count,
    notes: count,
    shippings: count,
  }),
  askedAt: z.string(),
  userName: z.string(),
  endedAt: z.string().nullable(),
  backupsUntil: z.string().nullable(),
  trouble: z.enum(['', ...ERASING_FAULTS]),
  seal: z.string(),
});
export type ErasureView = z.infer<typeof ErasureView>;

export type ErasurePage = { records: ErasureView[]; hasMore: boolean };

export const PersonFileView = z.strictObject({
  id: z.number().int(),
  state: z.enum(PERSON_FILE_STATES),
  bytes: count,
  expiresAt: z.string(),
});
export type PersonFileView = z.infer<typeof PersonFileView>;

export const CompanyErasureView = ErasureView.omit({ counts: true, step: true }).extend({
  companyId: z.number().int(),
  step: z.enum(COMPANY_ERASURE_STEPS),
  counts: z.strictObject({ people: count, files: count, bytes: count, objects: count }),
});
export type CompanyErasureView = z.infer<typeof CompanyErasureView>;
export type CompanyErasurePage = { records: CompanyErasureView[]; hasMore: boolean };

export type Certificate = {
  title: string;
  text: string;
  facts: { name: string; lines: string[]; isCode?: true }[];
  note: string;
};
