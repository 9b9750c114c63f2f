import { z } from 'zod';

/** An empty variable counts as unset. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const httpAddress = () =>
  optional(z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')));
