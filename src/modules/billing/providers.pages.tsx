import {
  EfiPanel,
  MercadoPagoPanel,
  ProvidersPage,
  RemoveProviderDialog,
} from '@views/pages/billing/providers-page.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { tabPage } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { CERTIFICATE_FILE, EfiForm, MercadoPagoForm } from './billing.schema.ts';
import {
  getProviderStates,
  removeProvider,
  type Saved,
  saveEfi,
  saveMercadoPago,
} from './providers/providers.service.ts';

export const providersPages = [
  pageRoute('GET /platform/payments', {
    access: 'super',
    async answer(c) {
      const states = await getProviderStates(c.var.scope);
      return tabPage(c, 'paymentProviders', { children: <ProvidersPage states={states} /> });
    },
  }),
  pageRoute('PUT /platform/payments/efi', {
    access: 'super',
    openedBy: 'GET /platform/payments',
    files: CERTIFICATE_FILE,
    storesFiles: false,
    form: EfiForm,
    example: () => ({ body: { clientId: 'cliente', pixKey: 'chave' } }),
    async onInvalid(c, { values: { clientId = '', pixKey = '' }, errors }) {
      const { efi, addresses } = await getProviderStates(c.var.scope);
      const props = { state: efi, address: addresses.efi, values: { clientId, pixKey }, errors };
      return fragment(c, <EfiPanel {...props} />, 422);
    },
    async answer(c, { form }) {
      return saved(c, await saveEfi(c.var.scope, { ...form, certificate: await readCertificateFile(c) }));
    },
  }),
  pageRoute('PUT /platform/payments/mercadopago', {
    access: 'super',
    form: MercadoPagoForm,
    example: () => ({ body: { accessToken: '' } }),
    async onInvalid(c, { errors }) {
      const { mercadopago, addresses } = await getProviderStates(c.var.scope);
      const props = { state: mercadopago, address: addresses.mercadopago, errors };
      return fragment(c, <MercadoPagoPanel {...props} />, 422);
    },
    answer: async (c, { form }) => saved(c, await saveMercadoPago(c.var.scope, form)),
  }),
  pageRoute('GET /platform/payments/efi/remove', { access: 'super', answer: (c) => confirmRemove(c, 'efi') }),
  pageRoute('GET /platform/payments/mercadopago/remove', {
    access: 'super',
    answer: (c) => confirmRemove(c, 'mercadopago'),
  }),
  pageRoute('DELETE /platform/payments/efi', { access: 'super', answer: (c) => removed(c, 'efi') }),
  pageRoute('DELETE /platform/payments/mercadopago', {
    access: 'super',
    answer: (c) => removed(c, 'mercadopago'),
  }),
];

/** A .p12 as base64, PEM unchanged; '' without a file. */
async function readCertificateFile(c: Ctx): Promise<string> {
  const upload = await readUpload(c);
  const path = upload && (await c.var.kernel.storage.open(c.var.scope.companyId, upload.key));
  if (!path) return '';
  const bytes = Buffer.from(await Bun.file(path).arrayBuffer());
  const text = bytes.toString('latin1');
  return text.includes('-----BEGIN') ? text : bytes.toString('base64');
}

function saved(c: Ctx, how: Saved): Response {
  return done(c, { toast: `billing:toast.provider.${how}`, refresh: 'paymentProviders' });
}

const confirmRemove = (c: Ctx, name: 'efi' | 'mercadopago') =>
  fragment(c, <RemoveProviderDialog name={name} />);

async function removed(c: Ctx, name: 'efi' | 'mercadopago'): Promise<Response> {
  await removeProvider(c.var.scope, name);
  return done(c, { toast: 'billing:toast.provider.removed', refresh: 'paymentProviders' });
}
