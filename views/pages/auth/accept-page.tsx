import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormValues } from '../../ui/fields/form-values.tsx';
import { ChosenPassword } from './own-account-fields.tsx';

type AcceptPageProps = {
  action: string;
  email: string;
  company: string;
  name: string;
  errors: Partial<Record<string, string>>;
};

export function AcceptPage({ action, email, company, name, errors }: AcceptPageProps) {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('invitations:accept.title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('invitations:accept.text', { company, email })}</p>
      <form noValidate method="post" action={action} className="flex flex-col gap-4" data-once="">
        <FormValues values={{ name }} errors={errors}>
          <input type="hidden" autoComplete="username" value={email} />
          <Field name="name" label={t('auth:setup.name')} autoComplete="name" maxLength={50} required />
          <ChosenPassword autoFocus />
          <Button type="submit" variant="primary" className="mt-1 w-full">
            {t('invitations:accept.submit')}
          </Button>
        </FormValues>
      </form>
    </>
  );
}
