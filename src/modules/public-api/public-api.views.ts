import { z } from 'zod';
import { id, moment } from '../../schemas/reply-fields.schema.ts';
import { TokenScope } from './public-api.schema.ts';

export const AccessToken = z.strictObject({
  id,
  name: z.string(),
  /** First letters; the rest is not stored. */
  prefix: z.string(),
  scopes: z.array(TokenScope),
  /** Null when the user was deleted: the token is then invalid. */
  person: z.string().nullable(),
  expiresAt: moment.nullable(),
  isExpired: z.boolean(),
  lastUsedAt: moment.nullable(),
  createdAt: moment,
});
export type AccessToken = z.infer<typeof AccessToken>;

/** RFC 9457. `code` is ours; further members are the details of the code. */
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
