import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormValues } from '../../ui/fields/form-values.tsx';
import { ChosenPassword, LoginEmail } from './own-account-fields.tsx';

export type SetupField = 'companyName' | 'name' | 'email' | 'password';

type SetupPageProps = {
  action: string;
  values: Record<Exclude<SetupField, 'password'>, string>;
  errors: Partial<Record<SetupField, string>>;
  error: string | null;
};

export function SetupPage({ action, values, errors, error }: SetupPageProps) {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('auth:setup.title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('auth:setup.text')}</p>
      <form noValidate method="post" action={action} className="flex flex-col gap-4" data-once="">
        <FormValues values={values} errors={errors}>
          <FormError text={error ?? undefined} />
          <Field
            name="companyName"
            label={t('auth:setup.companyName')}
            autoComplete="organization"
            autoFocus
            required
          />
          <Field name="name" label={t('auth:setup.name')} autoComplete="name" required />
          <LoginEmail />
          <ChosenPassword />
          <Button type="submit" variant="primary" className="mt-1 w-full">
            {t('auth:setup.submit')}
          </Button>
        </FormValues>
      </form>
    </>
  );
}
