import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

export type ProfileDialogProps = { values: { name: string; email: string }; errors?: Record<string, string> };

export function ProfileDialog({ values, errors = {} }: ProfileDialogProps) {
  const t = useT();
  return (
    <DialogForm id="profile-dialog" title={t('common:profile')} action={paths.profile()} method="put">
      <Field
        name="name"
        label={t('auth:setup.name')}
        defaultValue={values.name}
        error={errors.name}
        autoComplete="name"
        maxLength={50}
        required
      />
      <Field
        name="email"
        type="email"
        label={t('auth:email')}
        defaultValue={values.email}
        error={errors.email}
        autoComplete="username"
        required
      />
      <PasswordField
        name="password"
        label={t('auth:profile.newPassword')}
        hint={t('auth:profile.newPasswordHint')}
        error={errors.password}
        autoComplete="new-password"
        maxLength={128}
      />
      <PasswordField
        name="currentPassword"
        label={t('auth:profile.currentPassword')}
        hint={t('auth:profile.currentPasswordHint')}
        error={errors.currentPassword}
        autoComplete="current-password"
        maxLength={128}
      />
    </DialogForm>
  );
}
