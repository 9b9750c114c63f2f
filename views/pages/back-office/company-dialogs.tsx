import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';

type PeopleDialogProps = {
  company: { id: number; name: string };
  people: { id: number; name: string; email: string }[];
  values: { userId: string };
  errors?: Record<string, string>;
};

export function PeopleDialog({ company, people, values, errors = {} }: PeopleDialogProps) {
  const t = useT();
  const title = t('backOffice:people.title', { name: company.name });
  if (people.length === 0)
    return (
      <Dialog id="company-people" title={title}>
        <p>{t('backOffice:people.none')}</p>
      </Dialog>
    );
  return (
    <DialogForm
      id="company-people"
      title={title}
      action={backOfficePaths.companyPeople(company.id)}
      method="put"
      asksForPassword
      values={values}
      errors={errors}
    >
      <Select
        name="userId"
        label={t('backOffice:people.user')}
        options={people.map(({ id, name, email }) => ({ value: id, label: `${name} – ${email}` }))}
      />
      <PasswordField
        name="password"
        label={t('backOffice:people.password')}
        hint={t('backOffice:people.hint')}
        autoComplete="new-password"
        required
      />
    </DialogForm>
  );
}

type DeleteCompanyDialogProps = {
  company: { id: number; name: string };
  values?: { typedName: string };
  errors?: Record<string, string>;
};

export function DeleteCompanyDialog({ company, values, errors = {} }: DeleteCompanyDialogProps) {
  const t = useT();
  const { id, name } = company;
  return (
    <ConfirmDialog
      id="company-delete"
      title={t('backOffice:company.delete', { name })}
      what={name}
      text={t('backOffice:delete.question')}
      method="post"
      size="md"
      action={backOfficePaths.confirmDeleteCompany(id)}
      asksForPassword
    >
      <p className="text-pretty">{t('backOffice:delete.text')}</p>
      <Field
        name="typedName"
        label={t('backOffice:delete.typedName', { name })}
        defaultValue={values?.typedName ?? ''}
        error={errors.typedName}
        autoComplete="off"
        required
      />
    </ConfirmDialog>
  );
}
