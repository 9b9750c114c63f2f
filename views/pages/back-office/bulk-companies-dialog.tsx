import type { BulkCompanyView } from '@/modules/back-office/back-office.views.ts';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { BULK_COMPANY_ACTIONS } from '@/modules/companies/companies.schema.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Select } from '../../ui/fields/field.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';

type BulkCompaniesDialogProps = {
  companies: BulkCompanyView[];
  plans: { id: number; name: string }[];
  values: { searchParam: string; action: string; planId: string };
  selected: string[];
  errors?: Record<string, string>;
};

export function BulkCompaniesDialog({
  companies,
  plans,
  values,
  selected,
  errors = {},
}: BulkCompaniesDialogProps) {
  const t = useT();
  const choose = { value: '', label: t('backOffice:bulk.choose') };
  const nameOf = ({ name, status }: BulkCompanyView) =>
    status ? name : `${name} · ${t('backOffice:state.blocked')}`;
  return (
    <DialogForm
      id="bulk-companies"
      title={t('backOffice:bulk.title')}
      action={backOfficePaths.bulk()}
      submitLabel={t('backOffice:bulk.apply')}
      error={errors.ids ?? errors.form}
      asksForPassword
    >
      <input type="hidden" name="searchParam" value={values.searchParam} />
      <CheckboxList
        name="ids"
        label={t('backOffice:companies.title')}
        options={companies.map((company) => ({ value: String(company.id), label: nameOf(company) }))}
        selected={selected}
        empty={t('common:noResults')}
      />
      <Select
        name="action"
        label={t('backOffice:bulk.action')}
        defaultValue={values.action}
        error={errors.action}
        options={[
          choose,
          ...BULK_COMPANY_ACTIONS.map((value) => ({ value, label: t(`backOffice:bulk.actions.${value}`) })),
        ]}
      />
      <Select
        name="planId"
        label={t('backOffice:bulk.plan')}
        hint={t('backOffice:bulk.planHint')}
        defaultValue={values.planId}
        error={errors.planId}
        options={[choose, ...plans.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </DialogForm>
  );
}
