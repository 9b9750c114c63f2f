import { MAX_SHORTCODE } from '@/modules/quick-messages/quick-messages.schema.ts';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextWithVariables } from '../../ui/fields/text-with-variables.tsx';

export type QuickMessageValues = Pick<QuickMessageView, 'shortcode' | 'message' | 'geral' | 'status'>;

export type QuickMessageDialogProps = {
  known: QuickMessageView | null;
  values: QuickMessageValues;
  errors?: Record<string, string>;
  canDecideGeneral: boolean;
};

export function QuickMessageDialog({
  known,
  values,
  errors = {},
  canDecideGeneral,
}: QuickMessageDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="quick-message-dialog"
      title={known ? t('quickMessages:editTitle') : t('quickMessages:addTitle')}
      action={known ? paths.quickMessage(known.id) : paths.quickMessages()}
      method={known ? 'put' : 'post'}
      files
      values={values}
      errors={errors}
    >
      <Field
        name="shortcode"
        label={t('quickMessages:shortcode')}
        hint={t('quickMessages:shortcodeHint')}
        maxLength={MAX_SHORTCODE}
        autoFocus
        required
      />
      <TextWithVariables name="message" label={t('quickMessages:message')} rows={6} />
      <MediaField known={known} error={errors.file} />
      {canDecideGeneral ? (
        <Switch name="geral" label={t('quickMessages:general')} hint={t('quickMessages:generalHint')} />
      ) : null}
      <Switch name="status" label={t('quickMessages:active')} hint={t('quickMessages:activeHint')} />
    </DialogForm>
  );
}

function MediaField({ known, error }: { known: QuickMessageView | null; error?: string }) {
  const t = useT();
  const hint = known?.mediaName ? t('quickMessages:mediaNow', { name: known.mediaName }) : undefined;
  return (
    <>
      <FileDrop name="file" label={t('quickMessages:media')} error={error} hint={hint} />
      {known?.isMedia ? <Switch name="removeMedia" label={t('quickMessages:removeMedia')} /> : null}
    </>
  );
}

export function DeleteQuickMessageDialog({ quickMessage }: { quickMessage: QuickMessageView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="quick-message-delete"
      title={t('quickMessages:delete', { name: quickMessage.shortcode })}
      what={quickMessage.shortcode}
      action={paths.quickMessage(quickMessage.id)}
    />
  );
}
