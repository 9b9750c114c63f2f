import { z } from 'zod';
import { name, password } from '../auth/auth.schema.ts';

export const AcceptInput = z.object({ name, password });
export type AcceptInput = z.infer<typeof AcceptInput>;
