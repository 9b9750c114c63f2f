import { endpoint } from '@/core/http/routing/route.ts';
import { ReauthenticationInput } from '../auth.schema.ts';
import { prove } from './reauthentication.service.ts';

export const reauthenticationEndpoints = [
  endpoint('POST /auth/proof', {
    access: 'person',
    forGuests: true,
    settingUp: true,
    status: 204,
    summary:
      'Proves the reader’s identity again by password or authenticator code; for ten minutes calls answer no ERR_PROOF_REQUIRED',
    body: ReauthenticationInput,
    errors: ['ERR_RATE_LIMITED', 'ERR_SIGN_IN_BUSY'],
    example: () => ({ body: { proof: 'uma senha bem comprida' } }),
    run: (scope, { body }) => prove(scope, body),
  }),
];
