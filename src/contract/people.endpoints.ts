import { z } from 'zod';
import { Credentials } from '../modules/auth/auth.schema.ts';
import type { Endpoint } from './endpoint.ts';
import * as shape from './shapes.ts';

const Session = z.strictObject({ token: z.jwt({ alg: 'HS256' }), user: shape.RefreshUser });

/** Signing in, the company, its settings, and the server itself. */
export const peopleEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    summary:
      'Signs in and sets the refresh cookie; older sessions of the person end. Why a company may not work is said in a sentence',
    body: Credentials,
    reply: Session.extend({ user: shape.LoginUser }),
    errors: ['ERR_INVALID_CREDENTIALS', 'ERR_RATE_LIMITED'],
  },
  {
    method: 'POST',
    path: '/auth/refresh_token',
    access: 'anyone',
    summary: 'A fresh access token for the refresh cookie',
    reply: Session,
    errors: ['ERR_SESSION_EXPIRED'],
  },
  { method: 'DELETE', path: '/auth/logout', access: 'leaving', summary: 'Ends the session' },
  {
    method: 'GET',
    path: '/auth/me',
    access: 'leaving',
    summary: 'Who is signed in',
    reply: shape.User.pick({ id: true, profile: true, super: true }),
  },
];
