import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { LoginEmail } from './own-account-fields.tsx';
import { WaysOut } from './ways-out.tsx';

type ForgotPageProps = {
  values: { email: string };
  errors: Partial<Record<string, string>>;
  error?: string;
  showRegister: boolean;
  mailTrouble?: string;
};

export function ForgotPage({ values, errors, error, showRegister, mailTrouble }: ForgotPageProps) {
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('passwordReset:title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('passwordReset:text')}</p>
      <form
        noValidate
        method="post"
        action={paths.forgotPassword()}
        className="flex flex-col gap-4"
        data-once=""
      >
        {mailTrouble ? (
          <div className="notice tone-warning" role="status">
            <Icon name="alert-triangle" size={18} />
            <span>{mailTrouble}</span>
          </div>
        ) : null}
        <FormError text={error} />
        <LoginEmail defaultValue={values.email} error={errors.email} autoFocus />
        <Button type="submit" variant="primary" className="mt-1 w-full">
          {t('passwordReset:send')}
        </Button>
      </form>
      <WaysOut showRegister={showRegister} />
    </>
  );
}
