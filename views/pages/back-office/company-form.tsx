import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { MAX_COMPANY_NAME } from '@/modules/companies/companies.schema.ts';
import { RECURRENCES } from '@/modules/companies/recurrence.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { goesOnProven, opensDialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TimeZoneField } from '../../ui/fields/time-zone-field.tsx';

export type CompanyValues = {
  name: string;
  email: string;
  phone: string;
  planId: string;
  status: boolean;
  campaignsEnabled: boolean;
  /** `yyyy-MM-dd`, '' for none. */
  dueDate: string;
  billingDay: string;
  recurrence: string;
  timeZone: string;
  billingName: string;
  addressZipCode: string;
  addressStreet: string;
  addressDistrict: string;
  addressCity: string;
  addressState: string;
};

type CompanyFormProps = {
  known: { id: number; name: string; isOwn: boolean; invitation: string | null } | null;
  values: CompanyValues;
  serverZone: string;
  plans: { id: number; name: string }[];
  errors?: Record<string, string>;
};

const ADDRESS = [
  'addressZipCode',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
] as const;

export function CompanyForm({ known, values, serverZone, plans, errors = {} }: CompanyFormProps) {
  const t = useT();
  const text = (name: keyof CompanyValues & string, more: object = {}) => (
    <Field
      key={name}
      name={name}
      label={t(`backOffice:company.${name}`)}
      defaultValue={String(values[name])}
      error={errors[name]}
      {...more}
    />
  );
  return (
    <form
      {...goesOnProven('company-form', 'submit')}
      noValidate
      autoComplete="off"
      className="panel p-4"
      {...(known
        ? { 'hx-put': backOfficePaths.company(known.id) }
        : { 'hx-post': backOfficePaths.companies() })}
      hx-target="this"
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
      data-guard=""
    >
      <h2 className="mb-3 font-semibold text-lg">
        {known ? t('backOffice:company.edit', { name: known.name }) : t('backOffice:company.register')}
      </h2>
      {known?.invitation ? <InvitationLink link={known.invitation} /> : null}
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {text('name', { maxLength: MAX_COMPANY_NAME, required: true })}
        {text('email', {
          type: 'email',
          required: true,
          hint: known ? undefined : t('backOffice:company.emailHint'),
        })}
        {text('phone', { type: 'tel', maxLength: 30 })}
        {known ? null : (
          <PasswordField
            name="password"
            label={t('backOffice:company.password')}
            hint={t('backOffice:company.passwordHint')}
            error={errors.password}
            autoComplete="new-password"
          />
        )}
        <Select
          name="planId"
          label={t('backOffice:company.plan')}
          defaultValue={values.planId}
          error={errors.planId}
          options={[
            { value: '', label: t('backOffice:company.noPlan') },
            ...plans.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Select
          name="recurrence"
          label={t('backOffice:company.recurrence')}
          defaultValue={values.recurrence}
          error={errors.recurrence}
          options={[
            { value: '', label: t('backOffice:company.noRecurrence') },
            ...RECURRENCES.map((value) => ({ value, label: t(`backOffice:recurrence.${value}`) })),
          ]}
        />
        <TimeZoneField
          label={t('backOffice:company.timeZone')}
          hint={t('backOffice:company.timeZoneHint')}
          value={values.timeZone}
          error={errors.timeZone}
          none={t('backOffice:company.serverZone', { zone: serverZone })}
        />
        <DueDateField value={values.dueDate} billingDay={values.billingDay} error={errors.dueDate} />
      </div>
      <div className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {known?.isOwn ? null : (
          <Switch
            name="status"
            label={t('backOffice:company.status')}
            hint={t('backOffice:company.statusHint')}
            defaultChecked={values.status}
          />
        )}
        <Switch
          name="campaignsEnabled"
          label={t('backOffice:company.campaigns')}
          hint={t('backOffice:company.campaignsHint')}
          defaultChecked={values.campaignsEnabled}
        />
      </div>
      <fieldset className="mt-3 border-base-300 border-t pt-3">
        <legend className="field-label float-left mb-2 w-full">{t('backOffice:company.billing')}</legend>
        <div className="clear-both grid gap-x-4 gap-y-3 sm:grid-cols-2">
          {text('billingName')}
          {ADDRESS.map((name) => text(name))}
        </div>
      </fieldset>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {known && !known.isOwn ? <DeleteButton id={known.id} /> : null}
        <LinkButton href={backOfficePaths.newCompany()} variant="ghost">
          {t('backOffice:company.clear')}
        </LinkButton>
        {known ? (
          <Button icon="users" {...opensDialog(backOfficePaths.companyPeople(known.id))}>
            {t('backOffice:company.user')}
          </Button>
        ) : null}
        <Button type="submit" variant="primary">
          {t('common:save')}
        </Button>
      </div>
    </form>
  );
}

function InvitationLink({ link }: { link: string }) {
  const t = useT();
  return (
    <div className="mb-3 flex items-start gap-2">
      <Field
        name="invitation"
        label={t('backOffice:company.invitation')}
        hint={t('backOffice:company.invitationHint')}
        defaultValue={link}
        className="grow"
        readOnly
      />
      <IconButton
        icon="copy"
        label={t('invitations:copy')}
        className="min-[600px]:mt-[1.625rem]"
        data-copy={link}
        data-copied={t('common:copied')}
      />
    </div>
  );
}

type DueDateProps = { value: string; billingDay: string; error?: string };

/** The button moves the field's date on the server, where months have their correct lengths. */
export function DueDateField({ value, billingDay, error }: DueDateProps) {
  const t = useT();
  const isCutShort = billingDay !== '' && Number(billingDay) > Number(value.slice(8));
  return (
    <div
      id="company-due-date"
      className="flex items-start gap-2 max-[599px]:flex-col max-[599px]:items-stretch"
    >
      <input type="hidden" name="billingDay" value={billingDay} />
      <Field
        type="date"
        name="dueDate"
        label={t('backOffice:company.dueDate')}
        defaultValue={value}
        error={error}
        hint={
          isCutShort
            ? t('backOffice:company.billingDayHint', { day: billingDay })
            : t('backOffice:company.dueDateHint')
        }
        className="grow"
      />
      <Button
        className="mt-[1.625rem]"
        hx-get={backOfficePaths.nextDueDate()}
        hx-include="#company-form :is([name=dueDate], [name=billingDay], [name=recurrence], [name=timeZone])"
        hx-target="#company-due-date"
        hx-swap="outerHTML"
      >
        {t('backOffice:company.nextDueDate')}
      </Button>
    </div>
  );
}

/** At the other end, so that nobody hits it instead of Save. */
function DeleteButton({ id }: { id: number }) {
  const t = useT();
  return (
    <Button
      variant="ghost"
      className="mr-auto text-error"
      {...opensDialog(backOfficePaths.confirmDeleteCompany(id))}
    >
      {t('common:delete')}
    </Button>
  );
}
