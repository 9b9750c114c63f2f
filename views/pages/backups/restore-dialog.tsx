import { backupsPaths } from '@/modules/backups/backups-paths.schema.ts';
import type { RestoreView } from '@/modules/backups/restores/restores.queries.ts';
import { useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';

type RestoreDialogProps = {
  restore: RestoreView;
  typedName?: string | undefined;
  errors?: Record<string, string>;
};

const LOST = ['since', 'people', 'lines', 'sending'];

export function RestoreDialog({ restore, typedName = '', errors = {} }: RestoreDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { companyId, name, provenAt, isOwn } = restore;
  const question = { id: 'company-restore', title: t('backups:restore.question', { name }) };
  if (!provenAt) return <Dialog {...question}>{t('backups:restore.none')}</Dialog>;
  const at = formatMoment(provenAt, i18n);
  return (
    <ConfirmDialog
      {...question}
      what={name}
      text={t('backups:restore.to', { at })}
      method="post"
      size="md"
      action={backupsPaths.restore(companyId)}
      submitLabel={t('backups:restore.confirm')}
      asksForPassword
    >
      <ul className="my-3 list-disc space-y-1 pl-5 text-pretty">
        {LOST.map((key) => (
          <li key={key}>{t(`backups:restore.lost.${key}`, { at })}</li>
        ))}
        {isOwn ? <li>{t('backups:restore.lost.own')}</li> : null}
      </ul>
      <p className="mb-3 text-pretty text-muted text-sm">{t('backups:restore.stays')}</p>
      <Field
        name="typedName"
        label={t('backOffice:delete.typedName', { name })}
        defaultValue={typedName}
        error={errors.typedName}
        autoComplete="off"
        required
      />
    </ConfirmDialog>
  );
}
