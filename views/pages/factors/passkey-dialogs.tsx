import { factorPaths } from '@/modules/factors/factor-paths.schema.ts';
import { Passkey } from '../../../islands/office/passkey/passkey.tsx';
import { useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';

type Errors = Record<string, string>;
type Named = { id: number; name: string };

export type NewPasskeyDialogProps = { values: { name: string }; options: object; errors?: Errors };

export function NewPasskeyDialog({ values, options, errors = {} }: NewPasskeyDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="factor-dialog"
      title={t('factors:passkey.add')}
      action={factorPaths.passkeys()}
      submitLabel={t('common:add')}
      asksForPassword
    >
      <p className="text-pretty">{t('factors:passkey.addText')}</p>
      <NameField value={values.name} error={errors.name} />
      <Island of={Passkey} name="passkey" namespaces={['factors']} props={{ act: 'create', options }} />
    </DialogForm>
  );
}

export function PasskeyNameDialog({ passkey, errors = {} }: { passkey: Named; errors?: Errors }) {
  const t = useT();
  return (
    <DialogForm
      id="factor-dialog"
      title={t('factors:passkey.rename')}
      action={factorPaths.passkey(passkey.id)}
      method="put"
      size="sm"
    >
      <NameField value={passkey.name} error={errors.name} />
    </DialogForm>
  );
}

export function DeletePasskeyDialog({ passkey: { id, name } }: { passkey: Named }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="factor-dialog"
      title={t('factors:passkey.remove', { name })}
      what={name}
      text={t('factors:passkey.removeText')}
      action={factorPaths.passkey(id)}
      submitLabel={t('factors:passkey.removeSubmit')}
      asksForPassword
    />
  );
}

function NameField({ value, error }: { value: string; error: string | undefined }) {
  const t = useT();
  return (
    <Field
      name="name"
      label={t('common:name')}
      hint={t('factors:passkey.nameHint')}
      defaultValue={value}
      error={error}
      maxLength={60}
      autoFocus
      required
    />
  );
}
