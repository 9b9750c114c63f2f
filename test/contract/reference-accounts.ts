import { COMPANY_ROW } from './reference-keys.ts';

/** Contract: http §2 and §3, unauthenticated calls. */
export const ACCOUNT_CALLS: Record<string, Record<string, string[]>> = {
  // A client reads `status` to detect an unknown e-mail; ours never reveals it.
  'POST /forgetpassword/:email': { '': ['message', 'status'] },
  'POST /resetpasswords/:email/:token/:password': { '': ['message'] },
  'POST /companies/cadastro': { '': COMPANY_ROW },
};
