import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { BULK_COMPANY_ACTIONS, MAX_BULK_COMPANIES } from '@/modules/companies/companies.schema.ts';
import type { CompanyNameView } from '@/modules/companies/companies.views.ts';
import { useT } from '../../i18n.tsx';
import { CompanyChecklist } from '../../parts/companies/company-checklist.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Select } from '../../ui/fields/field.tsx';

type BulkCompaniesDialogProps = {
  companies: CompanyNameView[];
  isCut: boolean;
  plans: { id: number; name: string }[];
  values: { searchParam: string; id: string; action: string; planId: string };
  selected: string[];
  errors?: Record<string, string>;
};

export function BulkCompaniesDialog({
  companies,
  isCut,
  plans,
  values,
  selected,
  errors = {},
}: BulkCompaniesDialogProps) {
  const t = useT();
  const [only] = values.id ? companies : [];
  const choose = { value: '', label: t('backOffice:bulk.choose') };
  return (
    <DialogForm
      id="bulk-companies"
      title={only?.name ?? t('backOffice:bulk.title')}
      action={backOfficePaths.bulk()}
      submitLabel={t('backOffice:bulk.apply')}
      error={errors.ids ?? errors.form}
      asksForPassword
      values={values}
      errors={errors}
    >
      <input type="hidden" name="searchParam" value={values.searchParam} />
      <input type="hidden" name="id" value={values.id} />
      <CompanyChecklist name="ids" companies={companies} selected={selected} />
      {isCut ? (
        <p className="field-hint">{t('backOffice:bulk.isCut', { most: MAX_BULK_COMPANIES })}</p>
      ) : null}
      <Select
        name="action"
        label={t('backOffice:bulk.action')}
        options={[
          choose,
          ...BULK_COMPANY_ACTIONS.map((value) => ({ value, label: t(`backOffice:bulk.actions.${value}`) })),
        ]}
      />
      <Select
        name="planId"
        label={t('backOffice:bulk.plan')}
        hint={t('backOffice:bulk.planHint')}
        options={[choose, ...plans.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </DialogForm>
  );
}
