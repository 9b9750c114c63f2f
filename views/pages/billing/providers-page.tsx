import type { ReactNode } from 'react';
import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, goesOnProven, opensDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { LivePart } from '../../ui/live-part.tsx';

type Efi = { clientId: string; pixKey: string } | null;
type MercadoPago = { isSigned: boolean } | null;

type ProvidersPageProps = {
  states: { efi: Efi; mercadopago: MercadoPago; addresses: { efi: string; mercadopago: string } };
};

export function ProvidersPage({ states: { efi, mercadopago, addresses } }: ProvidersPageProps) {
  const t = useT();
  return (
    <LivePart
      id="payment-providers"
      className="flex flex-col gap-4"
      href={billingPaths.providers()}
      refreshOn="paymentProviders"
    >
      <header>
        <h2 className="font-semibold tracking-tight">{t('billing:providersTitle')}</h2>
        <p className="text-muted text-sm">{t('billing:providersHint')}</p>
      </header>
      <EfiPanel state={efi} address={addresses.efi} values={efi ?? { clientId: '', pixKey: '' }} />
      <MercadoPagoPanel state={mercadopago} address={addresses.mercadopago} />
    </LivePart>
  );
}

type EfiPanelProps = {
  state: Efi;
  address: string;
  values: { clientId: string; pixKey: string };
  errors?: Record<string, string>;
};

export function EfiPanel({ state, address, values, errors = {} }: EfiPanelProps) {
  const t = useT();
  const savedHint = state ? t('billing:secretStored') : undefined;
  return (
    <Panel name="efi" isOn={state !== null} hint={t('billing:efi.hint')} files>
      <Field
        name="clientId"
        label={t('billing:efi.clientId')}
        defaultValue={values.clientId}
        error={errors.clientId}
        maxLength={200}
      />
      <Secret
        name="clientSecret"
        label={t('billing:efi.clientSecret')}
        error={errors.clientSecret}
        hint={savedHint}
      />
      <Field
        name="pixKey"
        label={t('billing:efi.pixKey')}
        defaultValue={values.pixKey}
        error={errors.pixKey}
        maxLength={100}
      />
      <FileDrop
        name="certificate"
        label={t('billing:efi.certificate')}
        accept=".p12,.pem"
        error={errors.certificate}
        hint={savedHint}
      />
      <Address id="efi-address" address={address} hint={t('billing:efi.addressHint')} />
    </Panel>
  );
}

type MercadoPagoPanelProps = { state: MercadoPago; address: string; errors?: Record<string, string> };

export function MercadoPagoPanel({ state, address, errors = {} }: MercadoPagoPanelProps) {
  const t = useT();
  const savedHint = state ? t('billing:secretStored') : undefined;
  return (
    <Panel name="mercadopago" isOn={state !== null} hint={t('billing:mercadopago.hint')}>
      <Secret
        name="accessToken"
        label={t('billing:mercadopago.token')}
        error={errors.accessToken}
        hint={savedHint}
      />
      <Secret
        name="webhookSecret"
        label={t('billing:mercadopago.secret')}
        error={errors.webhookSecret}
        hint={state?.isSigned ? savedHint : t('billing:mercadopago.secretHint')}
      />
      <Address id="mercadopago-address" address={address} hint={t('billing:mercadopago.addressHint')} />
    </Panel>
  );
}

type PanelProps = {
  name: 'efi' | 'mercadopago';
  isOn: boolean;
  hint: string;
  files?: boolean;
  children: ReactNode;
};

function Panel({ name, isOn, hint, files = false, children }: PanelProps) {
  const t = useT();
  return (
    <form
      {...goesOnProven(`provider-${name}`, 'submit')}
      noValidate
      className="panel flex flex-col gap-3 p-4"
      autoComplete="off"
      encType={files ? 'multipart/form-data' : undefined}
      hx-put={billingPaths.provider(name)}
      hx-target="this"
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
      data-guard=""
    >
      <div className="flex items-center gap-3">
        <h2 className="font-semibold">{t(`billing:providers.${name}`)}</h2>
        <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'billing:isOn' : 'billing:isOff')}</Badge>
      </div>
      <p className="text-muted text-sm">{hint}</p>
      {children}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          {t('common:save')}
        </Button>
        {isOn ? (
          <Button variant="ghost" {...opensDialog(billingPaths.confirmRemove(name))}>
            {t('billing:remove')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

export function RemoveProviderDialog({ name }: { name: 'efi' | 'mercadopago' }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="remove-provider"
      asksForPassword
      title={t(`billing:providers.${name}`)}
      what={t(`billing:providers.${name}`)}
      text={t('billing:removeProvider')}
      submitLabel={t('billing:remove')}
      action={billingPaths.provider(name)}
    />
  );
}

/** Never filled in: a stored secret is not shown again. */
function Secret(field: { name: string; label: string; error?: string; hint?: string }) {
  return <Field {...field} type="password" autoComplete="new-password" maxLength={400} />;
}

function Address({ id, address, hint }: { id: string; address: string; hint: string }) {
  const t = useT();
  if (!address) return <p className="text-muted text-sm">{t('billing:noPublicUrl')}</p>;
  return (
    <Field
      name={id}
      id={id}
      label={t('billing:webhookAddress')}
      defaultValue={address}
      hint={hint}
      readOnly
    />
  );
}
