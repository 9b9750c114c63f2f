import {
  AuthenticatorDialog,
  NewCodesDialog,
  RecoveryCodesDialog,
  SwitchOffDialog,
} from '@views/pages/factors/authenticator-dialogs.tsx';
import {
  DeletePasskeyDialog,
  NewPasskeyDialog,
  PasskeyNameDialog,
} from '@views/pages/factors/passkey-dialogs.tsx';
import { renderQrCode } from '@/core/documents/qr-code.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formValues, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { AuthenticatorInput, CodeInput, PasskeyInput, PasskeyName } from './factors.schema.ts';
import {
  offerAuthenticator,
  renewRecoveryCodes,
  switchOffAuthenticator,
  switchOnAuthenticator,
} from './factors.service.ts';
import { addPasskey, getPasskey, offerPasskey, removePasskey, renamePasskey } from './passkeys.service.ts';

const REFRESH = 'security';
const CODE = { body: { code: '123456' } };

export const factorsPages = [
  pageRoute('GET /profile/authenticator', { access: 'person', settingUp: true, answer: (c) => offer(c) }),
  pageRoute('POST /profile/authenticator', {
    access: 'person',
    settingUp: true,
    form: AuthenticatorInput,
    example: () => ({ body: { sealed: '', code: '123456' } }),
    onInvalid: (c, { errors }) => offer(c, errors),
    async answer(c, { form }) {
      const codes = await switchOnAuthenticator(c.var.scope, form);
      if (codes.length === 0) return done(c, { toast: 'factors:switchedOn', refresh: REFRESH });
      return shown(c, codes, 'factors:switchedOn');
    },
  }),
  pageRoute('GET /profile/authenticator/remove', {
    access: 'person',
    answer: (c) => fragment(c, <SwitchOffDialog />),
  }),
  pageRoute('POST /profile/authenticator/remove', {
    access: 'person',
    form: CodeInput,
    example: () => CODE,
    onInvalid: (c, { errors }) => fragment(c, <SwitchOffDialog errors={errors} />, 422),
    async answer(c, { form }) {
      await switchOffAuthenticator(c.var.scope, form);
      return done(c, { toast: 'factors:switchedOff', refresh: REFRESH });
    },
  }),
  pageRoute('GET /profile/recovery-codes', {
    access: 'person',
    answer: (c) => fragment(c, <NewCodesDialog />),
  }),
  pageRoute('POST /profile/recovery-codes', {
    access: 'person',
    form: CodeInput,
    example: () => CODE,
    onInvalid: (c, { errors }) => fragment(c, <NewCodesDialog errors={errors} />, 422),
    answer: async (c, { form }) => shown(c, await renewRecoveryCodes(c.var.scope, form)),
  }),
  pageRoute('GET /profile/passkeys/new', {
    access: 'person',
    settingUp: true,
    async answer(c) {
      const options = await offerPasskey(c.var.scope);
      return fragment(c, <NewPasskeyDialog values={{ name: '' }} options={options} />);
    },
  }),
  pageRoute('POST /profile/passkeys', {
    access: 'person',
    settingUp: true,
    form: PasskeyInput,
    example: () => ({ body: { name: 'Celular', credential: '{}' } }),
    async onInvalid(c, { values: { name = '' }, errors }) {
      const options = await offerPasskey(c.var.scope);
      return fragment(c, <NewPasskeyDialog values={{ name }} options={options} errors={errors} />, 422);
    },
    async answer(c, { form }) {
      const codes = await addPasskey(c.var.scope, form);
      if (codes.length === 0) return done(c, { toast: 'factors:passkey.added', refresh: REFRESH });
      return shown(c, codes, 'factors:passkey.added');
    },
  }),
  pageRoute('GET /profile/passkeys/:passkeyId/edit', {
    access: 'person',
    answer: async (c, { passkeyId }) =>
      fragment(c, <PasskeyNameDialog passkey={await getPasskey(c.var.scope, passkeyId)} />),
  }),
  pageRoute('PUT /profile/passkeys/:passkeyId', {
    access: 'person',
    form: PasskeyName,
    example: () => ({ body: { name: 'Notebook' } }),
    async onInvalid(c, { values: { name = '' }, errors }) {
      const passkey = { ...(await getPasskey(c.var.scope, idParam(c, 'passkeyId'))), name };
      return fragment(c, <PasskeyNameDialog passkey={passkey} errors={errors} />, 422);
    },
    async answer(c, { passkeyId, form }) {
      await renamePasskey(c.var.scope, { ...form, passkeyId });
      return done(c, { toast: 'factors:passkey.renamed', refresh: REFRESH });
    },
  }),
  pageRoute('GET /profile/passkeys/:passkeyId/delete', {
    access: 'person',
    answer: async (c, { passkeyId }) =>
      fragment(c, <DeletePasskeyDialog passkey={await getPasskey(c.var.scope, passkeyId)} />),
  }),
  pageRoute('DELETE /profile/passkeys/:passkeyId', {
    access: 'person',
    async answer(c, { passkeyId }) {
      await removePasskey(c.var.scope, { passkeyId });
      return done(c, { toast: 'factors:passkey.removed', refresh: REFRESH });
    },
  }),
];

async function offer(c: Ctx, errors?: Refused['errors']): Promise<Response> {
  const input = errors && (await formValues(c)).sealed;
  const { secret, encrypted, address } = await offerAuthenticator(c.var.scope, input);
  const image = renderQrCode(address);
  const node = <AuthenticatorDialog secret={secret} encrypted={encrypted} image={image} errors={errors} />;
  return fragment(c, node, errors ? 422 : 200);
}

function shown(c: Ctx, codes: string[], toast?: string): Response {
  trigger(c, {
    [`refresh:${REFRESH}`]: true,
    ...(toast && { toast: { level: 'success', text: c.var.t(toast) } }),
  });
  return fragment(c, <RecoveryCodesDialog codes={codes} />);
}
