import { LIFETIMES, MAX_TOKEN_NAME, SCOPES } from '@/modules/public-api/public-api.schema.ts';
import type { AccessToken } from '@/modules/public-api/public-api.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, FieldError, Select } from '../../ui/fields/field.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';

type NewTokenDialogProps = {
  values: { name: string; lifetime: string; scopes: string[] };
  errors?: Record<string, string>;
};

export function NewTokenDialog({ values, errors = {} }: NewTokenDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="token-dialog"
      title={t('publicApi:addTitle')}
      action={paths.accessTokens()}
      asksForPassword
      submitLabel={t('publicApi:make')}
      values={values}
      errors={errors}
    >
      <Field
        name="name"
        label={t('publicApi:name')}
        hint={t('publicApi:nameHint')}
        maxLength={MAX_TOKEN_NAME}
        autoFocus
        required
      />
      <Select
        name="lifetime"
        label={t('publicApi:lifetime')}
        options={LIFETIMES.map((days) => ({
          value: days,
          label: days === '' ? t('publicApi:never') : t('publicApi:days', { count: Number(days) }),
        }))}
      />
      <CheckboxList
        name="scopes"
        label={t('publicApi:scopes')}
        options={SCOPES.map((scope) => ({
          value: scope,
          label: `${t(`publicApi:scope.${scope.replace(':', '_')}`)} · ${scope}`,
        }))}
        selected={values.scopes}
      />
      <FieldError id="field-scopes" text={errors.scopes} />
    </DialogForm>
  );
}

export function TokenMadeDialog({ token, name }: { token: string; name: string }) {
  const t = useT();
  return (
    <Dialog id="token-dialog" title={t('publicApi:madeTitle', { name })}>
      <p>{t('publicApi:madeText')}</p>
      <output className="mt-3 block break-all font-mono text-sm">{token}</output>
      <Button
        variant="primary"
        icon="copy"
        className="mt-3"
        data-copy={token}
        data-copied={t('common:copied')}
      >
        {t('publicApi:copy')}
      </Button>
    </Dialog>
  );
}

export function DeleteTokenDialog({ token: { id, name } }: { token: AccessToken }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="token-delete"
      title={t('publicApi:delete', { name })}
      what={name}
      text={t('publicApi:deleteText')}
      action={paths.accessToken(id)}
    />
  );
}
