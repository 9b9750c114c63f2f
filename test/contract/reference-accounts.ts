import { COMPANY_ROW } from './reference-keys.ts';

/** Contract: http §2 and §3, what strangers call. */
export const ACCOUNT_CALLS: Record<string, Record<string, string[]>> = {
  // A client reads `status` to tell an unknown e-mail; ours never tells.
  'POST /forgetpassword/:email': { '': ['message', 'status'] },
  'POST /resetpasswords/:email/:token/:password': { '': ['message'] },
  'POST /companies/cadastro': { '': COMPANY_ROW },
};
