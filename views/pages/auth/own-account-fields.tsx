import { useT } from '../../i18n.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';

type LoginEmailProps = { defaultValue?: string; error?: string; autoFocus?: boolean };

export function LoginEmail(input: LoginEmailProps) {
  const t = useT();
  return (
    <Field
      name="email"
      type="email"
      label={t('auth:email')}
      autoComplete="username"
      inputMode="email"
      required
      {...input}
    />
  );
}

export function ChosenPassword({ autoFocus }: { autoFocus?: boolean }) {
  const t = useT();
  return (
    <PasswordField
      name="password"
      label={t('auth:password')}
      hint={t('auth:passwordHint')}
      autoComplete="new-password"
      minLength={8}
      maxLength={128}
      autoFocus={autoFocus}
      required
    />
  );
}
