import { companyFilePaths } from '@/modules/company-files/company-files-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';

type Errors = { errors?: Record<string, string> };

export function UploadDialog({ errors = {} }: Errors) {
  const t = useT();
  return (
    <DialogForm
      id="import-upload"
      title={t('companyFiles:imports.add')}
      action={companyFilePaths.upload()}
      submitLabel={t('companyFiles:imports.upload')}
      files
      errors={errors}
    >
      <FileDrop
        name="file"
        label={t('companyFiles:imports.file')}
        hint={t('companyFiles:imports.fileHint')}
        accept=".balcao"
        required
      />
    </DialogForm>
  );
}

export function CheckDialog({ file, errors = {} }: { file: string } & Errors) {
  const t = useT();
  return (
    <DialogForm
      id="import-check"
      title={t('companyFiles:imports.checkNamed', { name: shortName(file) })}
      action={companyFilePaths.checks()}
      submitLabel={t('companyFiles:imports.check')}
      errors={errors}
    >
      <p className="text-pretty">{t('companyFiles:imports.checkText')}</p>
      <input type="hidden" name="file" value={file} />
      <PasswordField
        name="passphrase"
        label={t('companyFiles:passphrase')}
        hint={t('companyFiles:imports.passphraseHint')}
        autoComplete="off"
        maxLength={200}
        autoFocus
      />
    </DialogForm>
  );
}

export function TakeOverDialog({ name, errors = {} }: { name: string } & Errors) {
  const t = useT();
  return (
    <DialogForm
      id="import-take-over"
      title={t('companyFiles:imports.takeOver')}
      action={companyFilePaths.takeOver()}
      submitLabel={t('companyFiles:imports.takeOver')}
      asksForPassword
      errors={errors}
    >
      <Field
        name="name"
        label={t('companyFiles:imports.name')}
        hint={t('companyFiles:imports.nameHint')}
        defaultValue={name}
        maxLength={100}
        autoFocus
        required
      />
    </DialogForm>
  );
}

export function RemoveFileDialog({ file }: { file: string }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="import-remove"
      title={t('companyFiles:imports.removeNamed', { name: shortName(file) })}
      what={shortName(file)}
      text={t('companyFiles:imports.removeQuestion')}
      action={companyFilePaths.removeFile()}
      method="post"
    >
      <input type="hidden" name="file" value={file} />
    </ConfirmDialog>
  );
}

const shortName = (file: string) => file.split('/').at(-1) ?? file;
