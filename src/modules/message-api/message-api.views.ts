import { z } from 'zod';
import { id, moment } from '../../schemas/reply-fields.schema.ts';

/** `queued`: in the outbox, not yet with the customer. */
const outcome = {
  status: z.enum(['queued', 'scheduled']),
  messageId: id.nullable(),
  messageIds: z.array(id),
  scheduleId: id.nullable(),
  ticketId: id.nullable(),
  ticketUuid: z.string().nullable(),
  ticketStatus: z.enum(['open', 'pending', 'closed']).nullable(),
};
export const Outcome = z.strictObject(outcome);
export type Outcome = z.infer<typeof Outcome>;

const Failed = z.strictObject({ number: z.string(), status: z.literal('failed'), error: z.string() });
const Taken = z.strictObject({ number: z.string(), ...outcome });
export type Result = z.infer<typeof Failed> | z.infer<typeof Taken>;

export const ApiAnswer = z
  .union([
    z.strictObject({ mensagem: z.string(), ...outcome }),
    z.strictObject({ mensagem: z.string(), results: z.array(z.union([Taken, Failed])) }),
  ])
  .meta({ id: 'ApiAnswer' });

export const ApiCall = z.strictObject({
  id,
  connection: z.string().nullable(),
  number: z.string(),
  kind: z.enum(['text', 'media']),
  status: z.number().int(),
  error: z.string().nullable(),
  ticketUuid: z.string().nullable(),
  createdAt: moment,
});
export type ApiCall = z.infer<typeof ApiCall>;
