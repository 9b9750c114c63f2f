import { z } from 'zod';

export const SCOPES = [
  'read:contacts',
  'write:contacts',
  'read:tickets',
  'write:tickets',
  'read:messages',
  'send:messages',
  'read:tags',
  'write:tags',
  'read:queues',
  'write:queues',
  'read:users',
  'read:campaigns',
  'write:campaigns',
  'read:schedules',
  'write:schedules',
] as const;
export const TokenScope = z.enum(SCOPES, 'validation:invalid');
export type TokenScope = z.infer<typeof TokenScope>;

export const CALLS_PER_MINUTE = { tries: 600, perSeconds: 60 };
export const MAX_TOKENS = 50;
export const MAX_TOKEN_NAME = 60;
export const LIFETIMES = ['30', '90', '365', ''] as const;

export const TokenInput = z.object({
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .max(MAX_TOKEN_NAME, 'validation:tooLong'),
  scopes: z.preprocess(
    (value) => (value === undefined || value === '' ? [] : [value].flat()),
    z.array(TokenScope).min(1, 'publicApi:scopeRequired'),
  ),
  /** Days; '' for no expiry. */
  lifetime: z.enum(LIFETIMES, 'validation:invalid').default('365'),
});
export type TokenInput = z.infer<typeof TokenInput>;
