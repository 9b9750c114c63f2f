import type { OptOutView } from '@/modules/campaigns/opt-outs/opt-outs.views.ts';
import { campaignPaths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';

export function OptOutDialog({ number, errors = {} }: { number: string; errors?: Record<string, string> }) {
  const t = useT();
  return (
    <DialogForm
      id="opt-out-dialog"
      title={t('optOuts:addTitle')}
      action={campaignPaths.optOuts()}
      submitLabel={t('common:add')}
      errors={errors}
    >
      <Field
        name="number"
        type="tel"
        label={t('optOuts:number')}
        hint={t('contacts:numberHint')}
        defaultValue={number}
        maxLength={50}
        autoFocus
        required
      />
    </DialogForm>
  );
}

export function RemoveOptOutDialog({ optOut }: { optOut: OptOutView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="opt-out-remove"
      title={t('optOuts:remove', { name: optOut.contactName ?? formatNumber(optOut.number) })}
      what={optOut.contactName ?? formatNumber(optOut.number)}
      text={t('optOuts:removeText')}
      action={campaignPaths.optOut(optOut.id)}
      submitLabel={t('optOuts:removeSubmit')}
      submitVariant="primary"
    />
  );
}
