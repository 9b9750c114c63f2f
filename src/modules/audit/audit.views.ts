import { z } from 'zod';
import { id, moment } from '../../schemas/reply-fields.schema.ts';

const fields = z.record(z.string(), z.unknown()).nullable();

const AuditLogEntry = z
  .strictObject({
    id,
    at: moment,
    action: z.string(),
    kind: z.string(),
    subject: z.strictObject({ id: z.string(), name: z.string() }),
    /** Null is the app itself. `companyId` is the person's own company. */
    person: z
      .strictObject({ id: z.number().int(), name: z.string(), companyId: z.number().int() })
      .nullable(),
    address: z.string(),
    device: z.string(),
    /** Changed fields only, secrets masked. */
    before: fields,
    after: fields,
  })
  .meta({ id: 'AuditLogEntry' });
export type AuditLogEntryView = z.infer<typeof AuditLogEntry>;

export const AuditLogPage = z.strictObject({ entries: z.array(AuditLogEntry), hasMore: z.boolean() });
export type AuditLogPage = z.infer<typeof AuditLogPage>;
