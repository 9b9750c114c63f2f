import { securityPaths } from '@/modules/auth/security/security-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';

export type ReauthenticationDialogProps = {
  source: string;
  error?: string;
  takesCode: boolean;
};

export function ReauthenticationDialog({ source, error, takesCode }: ReauthenticationDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="proof-dialog"
      title={t('auth:reauthentication.title')}
      action={securityPaths.proof()}
      submitLabel={t('auth:reauthentication.submit')}
      size="sm"
    >
      <p className="text-pretty">{t('auth:reauthentication.text')}</p>
      <input type="hidden" name="source" value={source} />
      <PasswordField
        name="proof"
        label={t(takesCode ? 'auth:reauthentication.either' : 'auth:password')}
        error={error}
        autoComplete="current-password"
        maxLength={128}
        autoFocus
        required
      />
    </DialogForm>
  );
}
