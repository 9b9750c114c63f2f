import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { LANGUAGES } from '../../ui/languages.ts';

/** `language` '' is the browser's. */
export type ProfileValues = { name: string; email: string; language: string };

export type ProfileDialogProps = {
  values: ProfileValues;
  errors?: Record<string, string>;
  hasPicture: boolean;
};

export function ProfileDialog({ values, errors = {}, hasPicture }: ProfileDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="profile-dialog"
      title={t('common:profile')}
      action={paths.profile()}
      method="put"
      files
      values={values}
      errors={errors}
    >
      <Field name="name" label={t('auth:setup.name')} autoComplete="name" maxLength={50} required />
      <Field name="email" type="email" label={t('auth:email')} autoComplete="username" required />
      <Select
        name="language"
        label={t('common:language')}
        options={[
          { value: '', label: t('auth:profile.anyLanguage') },
          ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
        ]}
      />
      <FileDrop
        name="picture"
        label={t('auth:profile.picture')}
        hint={t('auth:profile.pictureHint')}
        accept="image/*"
      />
      {hasPicture ? <Switch name="removePicture" label={t('auth:profile.removePicture')} /> : null}
      <PasswordField
        name="password"
        label={t('auth:profile.newPassword')}
        hint={t('auth:profile.newPasswordHint')}
        autoComplete="new-password"
        maxLength={128}
      />
      <PasswordField
        name="currentPassword"
        label={t('auth:profile.currentPassword')}
        hint={t('auth:profile.currentPasswordHint')}
        autoComplete="current-password"
        maxLength={128}
      />
    </DialogForm>
  );
}
