import { z } from 'zod';
import { id, moment } from '../../fields.schema.ts';
import { TokenScope } from './public-api.schema.ts';

export const AccessToken = z.strictObject({
  id,
  name: z.string(),
  /** Its first letters: nothing else of it is kept. */
  prefix: z.string(),
  scopes: z.array(TokenScope),
  /** Null when they are no longer here: it opens nothing. */
  person: z.string().nullable(),
  expiresAt: moment.nullable(),
  isExpired: z.boolean(),
  lastUsedAt: moment.nullable(),
  createdAt: moment,
});
export type AccessToken = z.infer<typeof AccessToken>;

/** RFC 9457. `code` is ours; members beyond these are the details of the code. */
export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(z.strictObject({ field: z.string(), detail: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
