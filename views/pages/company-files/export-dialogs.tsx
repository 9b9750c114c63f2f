import type { ExportView } from '@/modules/company-files/company-files.views.ts';
import { companyFilePaths } from '@/modules/company-files/company-files-paths.schema.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';

type ExportDialogProps = { withSecrets?: boolean; errors?: Record<string, string> };

export function ExportDialog({ withSecrets = false, errors = {} }: ExportDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="export-dialog"
      title={t('companyFiles:exports.add')}
      action={companyFilePaths.exports()}
      submitLabel={t('companyFiles:exports.begin')}
      asksForPassword
      errors={errors}
    >
      <p className="text-pretty">{t('companyFiles:exports.what')}</p>
      <PasswordField
        name="passphrase"
        label={t('companyFiles:passphrase')}
        hint={t('companyFiles:passphraseHint')}
        autoComplete="new-password"
        maxLength={200}
        autoFocus
      />
      <Switch
        name="withSecrets"
        label={t('companyFiles:exports.withSecrets')}
        hint={t('companyFiles:exports.withSecretsHint')}
        defaultChecked={withSecrets}
      />
    </DialogForm>
  );
}

export function DeleteExportDialog({ made: { id, status, startedAt } }: { made: ExportView }) {
  const i18n = useI18n();
  const { t } = i18n;
  const isRunning = status === 'running';
  return (
    <ConfirmDialog
      id="export-delete"
      title={t(isRunning ? 'companyFiles:exports.stop' : 'companyFiles:exports.delete')}
      what={formatMoment(startedAt, i18n)}
      text={t(isRunning ? 'companyFiles:exports.stopQuestion' : 'companyFiles:exports.deleteQuestion')}
      action={companyFilePaths.export(id)}
      {...(isRunning && { submitLabel: t('companyFiles:exports.stopNow') })}
    />
  );
}
