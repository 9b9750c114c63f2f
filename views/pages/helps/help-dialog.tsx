import { helpPaths } from '@/modules/helps/help-paths.schema.ts';
import { MAX_HELP_TITLE } from '@/modules/helps/helps.schema.ts';
import type { HelpView } from '@/modules/helps/helps.views.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/fields/field.tsx';

export type HelpValues = { title: string; video: string; description: string };

type HelpDialogProps = {
  known: HelpView | null;
  values: HelpValues;
  errors?: Record<string, string>;
};

export function HelpDialog({ known, values, errors = {} }: HelpDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="help-dialog"
      title={t(known ? 'helps:editTitle' : 'helps:addTitle')}
      action={known ? helpPaths.one(known.id) : helpPaths.gallery()}
      method={known ? 'put' : 'post'}
      values={values}
      errors={errors}
    >
      <Field name="title" label={t('helps:name')} maxLength={MAX_HELP_TITLE} autoFocus required />
      <Field name="video" label={t('helps:video')} hint={t('helps:videoHint')} />
      <TextArea name="description" label={t('helps:description')} rows={4} />
    </DialogForm>
  );
}

export function DeleteHelpDialog({ help }: { help: HelpView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="help-delete"
      title={t('helps:delete', { name: help.title })}
      what={help.title}
      text={t('common:confirmDeleteRecord')}
      action={helpPaths.one(help.id)}
    />
  );
}
