import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormValues } from '../../ui/fields/form-values.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { WaysOut } from './ways-out.tsx';

type ResetPageProps = {
  values: { email: string; token: string };
  errors: Partial<Record<string, string>>;
  error?: string;
  notice?: string;
  warning?: string;
  showRegister: boolean;
};

export function ResetPage({ values, errors, error, notice, warning, showRegister }: ResetPageProps) {
  const t = useT();
  const weak = t('passwordReset:weak');
  const isPasswordWrong = !errors.token && Boolean(errors.newPassword ?? errors.confirmPassword);
  return (
    <>
      <h1 className="font-bold text-2xl tracking-tight">{t('passwordReset:title')}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">
        {t('passwordReset:codeText', { email: values.email })}
      </p>
      <form
        noValidate
        method="post"
        action={paths.resetPassword()}
        className="flex flex-col gap-4"
        data-once=""
      >
        {notice ? (
          <div className="notice tone-success" role="status">
            <Icon name="check" size={18} />
            <span>{notice}</span>
          </div>
        ) : null}
        {warning ? (
          <div className="notice tone-warning" role="status">
            <Icon name="alert-triangle" size={18} />
            <span>{warning}</span>
          </div>
        ) : null}
        <FormError text={error} />
        <FormValues values={values} errors={errors}>
          <input type="hidden" name="email" value={values.email} />
          <Field
            name="token"
            label={t('passwordReset:code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus={!isPasswordWrong}
            required
          />
          <PasswordField
            name="newPassword"
            label={t('passwordReset:newPassword')}
            hint={errors.newPassword === weak ? undefined : weak}
            autoComplete="new-password"
            autoFocus={isPasswordWrong}
            minLength={8}
            maxLength={128}
            required
          />
          <PasswordField
            name="confirmPassword"
            label={t('passwordReset:confirm')}
            autoComplete="new-password"
            maxLength={128}
            required
          />
          <Button type="submit" variant="primary" className="mt-1 w-full">
            {t('passwordReset:submit')}
          </Button>
        </FormValues>
      </form>
      <WaysOut showRegister={showRegister} />
    </>
  );
}
