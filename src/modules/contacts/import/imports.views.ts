import { z } from 'zod';
import { id, moment } from '../../../schemas/reply-fields.schema.ts';
import { SKIPPED } from './imports.schema.ts';

const amount = z.number().int();

export const ContactImport = z
  .strictObject({
    id,
    source: z.enum(['sheet', 'phone']),
    fileName: z.string(),
    state: z.enum(['preview', 'running', 'done']),
    total: amount,
    done: amount,
    created: amount,
    skipped: z.record(z.enum(SKIPPED), amount),
    createdAt: moment,
  })
  .meta({ id: 'ContactImport' });
export type ImportView = z.infer<typeof ContactImport>;
