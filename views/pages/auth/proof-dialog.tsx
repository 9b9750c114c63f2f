import { securityPaths } from '@/modules/auth/security-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

export type ProofDialogProps = {
  /** Id of what was refused. */
  source: string;
  error?: string;
  takesCode: boolean;
};

export function ProofDialog({ source, error, takesCode }: ProofDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="proof-dialog"
      title={t('auth:proof.title')}
      action={securityPaths.proof()}
      submitLabel={t('auth:proof.submit')}
      size="sm"
    >
      <p className="text-pretty">{t('auth:proof.text')}</p>
      <input type="hidden" name="source" value={source} />
      <PasswordField
        name="proof"
        label={t(takesCode ? 'auth:proof.either' : 'auth:password')}
        error={error}
        autoComplete="current-password"
        maxLength={128}
        autoFocus
        required
      />
    </DialogForm>
  );
}
