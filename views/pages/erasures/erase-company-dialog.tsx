import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

type EraseCompanyDialogProps = {
  company: { id: number; name: string };
  typed: string;
  error?: string | undefined;
};

export function EraseCompanyDialog({ company: { id, name }, typed, error }: EraseCompanyDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="company-erase"
      title={t('erasures:company.title', { name })}
      action={erasurePaths.eraseCompany(id)}
      asksForProof
      submitLabel={t('erasures:company.submit')}
      submitVariant="danger"
    >
      <p className="text-pretty font-medium">{t('erasures:company.question')}</p>
      <p className="text-pretty">{t('erasures:company.text')}</p>
      <Field
        name="typedName"
        label={t('backOffice:delete.typedName', { name })}
        defaultValue={typed}
        {...(error && { error })}
        autoComplete="off"
        autoFocus
        required
      />
    </DialogForm>
  );
}
