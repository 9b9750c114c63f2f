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
  {
    method: 'GET',
    path: '/companies/listPlan/:id',
    access: 'person',
    summary: 'The company with what its plan allows',
    reply: shape.CompanyWithPlan,
    errors: ['ERR_NO_COMPANY_FOUND'],
  },
  {
    method: 'GET',
    path: '/companies/:id',
    access: 'person',
    summary: 'The reader’s own company with its settings, but for credentials of other systems',
    reply: shape.Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
  },
  {
    method: 'GET',
    path: '/settings',
    access: 'person',
    summary:
      'Every setting with its default; credentials of other systems for administrators only, the platform’s own for its administrators only',
    reply: z.array(shape.Setting),
  },
  {
    method: 'GET',
    path: '/settings/:key',
    access: 'anyone',
    summary: 'One of trial, allowregister, viewregister',
    reply: shape.PublicSetting,
    errors: ['ERR_NO_SETTING_FOUND'],
  },
];
