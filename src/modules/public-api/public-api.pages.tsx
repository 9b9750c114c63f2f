import { ReferenceDocument } from '@views/pages/public-api/reference-document.tsx';
import {
  DeleteTokenDialog,
  NewTokenDialog,
  TokenMadeDialog,
} from '@views/pages/public-api/token-dialogs.tsx';
import { TokensPage } from '@views/pages/public-api/tokens-page.tsx';
import { htmlReply } from '@/core/http/responses/compress.ts';
import { done, fragment, listPage, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts } from '@/core/http/routing/validate.ts';
import { createToken, deleteToken, getToken, listTokens } from './access-tokens.service.ts';
import { TokenInput } from './public-api.schema.ts';

const guard = { access: 'admin', feature: 'useExternalApi' } as const;

export const publicApiPages = [
  pageRoute('GET /messages-api/tokens', {
    ...guard,
    async answer(c) {
      const props = { tokens: await listTokens(c.var.scope), address: `${c.var.origin}/api/v1` };
      const head = { title: 'publicApi:title', active: 'messagesApi' };
      return listPage(c, head, (shows) => <TokensPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /messages-api/reference', {
    ...guard,
    answer(c) {
      const { nonce, locale, renderer } = c.var;
      const document = renderer.fragment(c, <ReferenceDocument nonce={nonce} locale={locale} />);
      return htmlReply(c, `<!doctype html>${document}`, 200);
    },
  }),
  pageRoute('GET /messages-api/tokens/new', {
    ...guard,
    answer: (c) => fragment(c, <NewTokenDialog values={{ name: '', lifetime: '365', scopes: [] }} />),
  }),
  pageRoute('GET /messages-api/tokens/:tokenId/delete', {
    ...guard,
    answer: async (c, { tokenId }) =>
      fragment(c, <DeleteTokenDialog token={await getToken(c.var.scope, tokenId)} />),
  }),
  pageRoute('POST /messages-api/tokens', {
    ...guard,
    form: TokenInput,
    example: () => ({ body: { name: 'Loja', scopes: 'read:tags', lifetime: '30' as const } }),
    async onInvalid(c, { values, errors }) {
      const { name = '', lifetime = '' } = values;
      const written = { name, lifetime, scopes: await formTexts(c, 'scopes') };
      return fragment(c, <NewTokenDialog values={written} errors={errors} />, 422);
    },
    async answer(c, { form }) {
      const token = await createToken(c.var.scope, form);
      trigger(c, { 'refresh:accessToken': true });
      return fragment(c, <TokenMadeDialog token={token} name={form.name} />);
    },
  }),
  pageRoute('DELETE /messages-api/tokens/:tokenId', {
    ...guard,
    async answer(c, { tokenId }) {
      await deleteToken(c.var.scope, { tokenId });
      return done(c, { toast: 'publicApi:deleted', refresh: 'accessToken' });
    },
  }),
];
