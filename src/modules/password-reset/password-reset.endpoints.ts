import { z } from 'zod';
import { InvalidInput } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { fieldErrors } from '@/core/http/routing/validate.ts';
import { browserOf } from '@/core/http/sessions/device-cookie.ts';
import { steadyPause } from '@/modules/auth/constant-response-time.logic.ts';
import { ForgotInput, ResetInput } from './password-reset.schema.ts';
import { forgetPassword, steadyReset } from './password-reset.service.ts';

const Sent = z.strictObject({ status: z.literal(200), message: z.string() });
const SomebodyElse = { email: 'nobody@aurora.test' };

/** The contract puts everything in the path, which is never logged. Our own pages send a body. */
export const passwordResetEndpoints = [
  endpoint('POST /forgetpassword/:email', {
    access: 'anyone',
    summary: 'Mails a code, if the e-mail is known; the answer and its time are the same if not',
    reply: Sent,
    errors: ['ERR_RATE_LIMITED'],
    example: () => ({ params: SomebodyElse }),
    async answer(c, params) {
      const { kernel, address, locale } = c.var;
      const { email } = read(ForgotInput, params);
      forgetPassword(kernel, { email, address, locale });
      await steadyPause(kernel);
      return c.json({ status: 200, message: c.var.t('passwordReset:sent') });
    },
  }),
  endpoint('POST /resetpasswords/:email/:token/:password', {
    access: 'anyone',
    summary: 'A new password for the code that was mailed; all sessions of the person end',
    reply: z.strictObject({ message: z.string() }),
    errors: ['ERR_RATE_LIMITED', 'ERR_RESET_CODE_INVALID'],
    example: () => ({ params: { ...SomebodyElse, token: '12345678', password: 'Uma senha bem comprida 1' } }),
    async answer(c, { password, ...params }) {
      const input = read(ResetInput, { ...params, newPassword: password });
      await steadyReset(c.var.kernel, { ...input, browser: browserOf(c) });
      return c.json({ message: c.var.t('passwordReset:done') });
    },
  }),
];

function read<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new InvalidInput(fieldErrors(parsed.error.issues));
  return parsed.data;
}
