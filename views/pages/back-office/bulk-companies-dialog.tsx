import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { BULK_COMPANY_ACTIONS, MAX_BULK_COMPANIES } from '@/modules/companies/companies.schema.ts';
import type { CompanyNameView } from '@/modules/companies/companies.views.ts';
import { useT } from '../../i18n.tsx';
import { CompanyChecklist } from '../../parts/companies/company-checklist.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Select } from '../../ui/fields/field.tsx';

type BulkCompaniesDialogProps = {
  companies: CompanyNameView[];
  isCut: boolean;
  plans: { id: number; name: string }[];
  values: { searchParam: string; only: string; action: string; planId: string };
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
  const [only] = values.only ? companies : [];
  const { action } = values;
  if (only && (action === 'block' || action === 'unblock'))
    return <BlockCompanyDialog company={only} action={action} error={errors.ids ?? errors.form} />;
  const choose = { value: '', label: t('backOffice:bulk.choose') };
  return (
    <DialogForm
      id="bulk-companies"
      title={t('backOffice:bulk.title')}
      action={backOfficePaths.bulk()}
      submitLabel={t('backOffice:bulk.apply')}
      error={errors.ids ?? errors.form}
      asksForPassword
      values={values}
      errors={errors}
    >
      <input type="hidden" name="searchParam" value={values.searchParam} />
      <input type="hidden" name="only" value={values.only} />
      <CompanyChecklist name="ids" companies={companies} selected={selected} />
      {isCut ? (
        <p className="field-hint">{t('backOffice:bulk.isCut', { most: MAX_BULK_COMPANIES })}</p>
      ) : null}
      <div className="group contents">
        <Select
          name="action"
          label={t('backOffice:bulk.action')}
          options={[
            choose,
            ...BULK_COMPANY_ACTIONS.map((value) => ({ value, label: t(`backOffice:bulk.actions.${value}`) })),
          ]}
        />
        <div className="hidden group-has-[[value=plan]:checked]:block">
          <Select
            name="planId"
            label={t('backOffice:bulk.plan')}
            options={[choose, ...plans.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </div>
      </div>
    </DialogForm>
  );
}

type BlockCompanyProps = {
  company: Pick<CompanyNameView, 'id' | 'name'>;
  action: 'block' | 'unblock';
  error?: string;
};

export function BlockCompanyDialog({ company: { id, name }, action, error }: BlockCompanyProps) {
  const t = useT();
  return (
    <ConfirmDialog
      id="company-block"
      title={t(`backOffice:company.${action}`, { name })}
      what={name}
      text={t(`backOffice:company.${action}Text`)}
      method="post"
      action={backOfficePaths.bulk()}
      submitLabel={t(`backOffice:bulk.actions.${action}`)}
      submitVariant={action === 'block' ? 'danger' : 'primary'}
      error={error}
      asksForPassword
    >
      <input type="hidden" name="only" value={id} />
      <input type="hidden" name="ids" value={id} />
      <input type="hidden" name="action" value={action} />
    </ConfirmDialog>
  );
}
