import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { type Demo, DemoPeople } from './demo-people.tsx';
import { LoginEmail } from './own-account-fields.tsx';
import { PasskeyLink } from './passkey-link.tsx';
import { type Refusal, RefusalNotice } from './refusal.tsx';

type LoginPageProps = {
  values: { email: string };
  refusal: Refusal | undefined;
  takesPasskeys: boolean;
  showRegister: boolean;
  notice: string | null;
  demo: Demo | null;
};

export function LoginPage({ values, refusal, notice, demo, ...offers }: LoginPageProps) {
  const { takesPasskeys, showRegister } = offers;
  const t = useT();
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('auth:login.title')}</h1>
      <p className="mt-1 mb-6 text-muted">{t('auth:login.text')}</p>
      <form method="post" action="/login" className="flex flex-col gap-4" data-once="">
        {notice ? (
          <div className="notice tone-info" role="status">
            <Icon name="info" size={18} />
            <span>{notice}</span>
          </div>
        ) : null}
        <RefusalNotice of={refusal} />
        <LoginEmail defaultValue={values.email} autoFocus={!values.email} />
        <PasswordField
          name="password"
          label={t('auth:password')}
          autoComplete="current-password"
          autoFocus={values.email !== ''}
          required
        />
        <Button type="submit" variant="primary" className="mt-1 w-full">
          {t('auth:login.submit')}
        </Button>
        {takesPasskeys ? <PasskeyLink /> : null}
        <a href={paths.forgotPassword()} className="text-center text-primary text-sm hover:underline">
          {t('auth:login.forgot')}
        </a>
      </form>
      {demo ? <DemoPeople demo={demo} /> : null}
      {showRegister ? (
        <p className="mt-6 text-center text-muted text-sm">
          {t('auth:login.noAccount')}{' '}
          <a href={paths.signUp()} className="font-semibold text-primary underline-offset-4 hover:underline">
            {t('auth:login.register')}
          </a>
        </p>
      ) : null}
    </>
  );
}
