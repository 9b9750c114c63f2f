import { endpoint } from '@/core/http/routing/route.ts';
import { steadyPause } from '@/modules/auth/constant-response-time.logic.ts';
import { SignUpInput } from './sign-up.schema.ts';
import { signUp } from './sign-up.service.ts';
import { SignedUp } from './sign-up.views.ts';

export const signUpEndpoints = [
  endpoint('POST /companies/cadastro', {
    access: 'anyone',
    summary:
      'A company signs itself up for a trial; the server decides status, due date and recurrence. The answer and its time are the same for a known e-mail, whose owner is told by mail',
    body: SignUpInput,
    reply: SignedUp,
    errors: ['ERR_USER_CREATION_DISABLED', 'ERR_RATE_LIMITED', 'ERR_SIGN_IN_BUSY'],
    example: () => ({
      body: {
        name: 'Padaria Sol',
        email: 'dona@padaria.test',
        phone: '(11) 98888-7777',
        password: 'uma senha bem comprida',
        planId: 1,
        recurrence: 'MENSAL',
        dueDate: '2999-12-31',
        status: 't',
        campaignsEnabled: true,
      },
    }),
    async answer(c, { body }) {
      const { kernel, address, locale, origin } = c.var;
      const home = kernel.config.publicUrl ?? origin;
      const view = await signUp(kernel, { ...body, address, language: locale, origin: home });
      await steadyPause(kernel);
      return c.json(view);
    },
  }),
];
