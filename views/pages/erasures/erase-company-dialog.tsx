import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';

type EraseCompanyDialogProps = {
  company: { id: number; name: string };
  typed: string;
  error?: string | undefined;
};

export function EraseCompanyDialog({ company: { id, name }, typed, error }: EraseCompanyDialogProps) {
  const t = useT();
  return (
    <ConfirmDialog
      id="company-erase"
      title={t('erasures:company.title', { name })}
      what={name}
      text={t('erasures:company.question')}
      method="post"
      size="md"
      action={erasurePaths.eraseCompany(id)}
      asksForPassword
      submitLabel={t('erasures:company.submit')}
    >
      <p className="text-pretty">{t('erasures:company.text')}</p>
      <Field
        name="typedName"
        label={t('backOffice:delete.typedName', { name })}
        defaultValue={typed}
        {...(error && { error })}
        autoComplete="off"
        required
      />
    </ConfirmDialog>
  );
}
