import type { z } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';

/**
 * anyone: no session. person: signed in, his company may work. leaving: signed in, also when it may not.
 * reader: whoever may see the ticket. supervisor and admin: that profile, or a higher one.
 */
export type Access = 'anyone' | 'person' | 'leaving' | 'reader' | 'supervisor' | 'admin';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As Hono writes it: `/tags/:id`. Each also answers below `/api`. */
  path: string;
  access: Access;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Files are accepted as multipart form data, in this field. */
  files?: string;
  status?: 200 | 201 | 204;
  /** What comes back as JSON; none is an empty body. */
  reply?: z.ZodType;
  /** When the reply is no JSON. */
  mime?: string;
  /** Beyond those of its access and of bad input. */
  errors?: ErrorCode[];
};
