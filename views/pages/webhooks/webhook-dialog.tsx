import { webhookPaths } from '@/modules/webhooks/webhook-paths.schema.ts';
import { MAX_WEBHOOK_NAME, MAX_WEBHOOK_URL, WEBHOOK_EVENTS } from '@/modules/webhooks/webhooks.schema.ts';
import type { WebhookView } from '@/modules/webhooks/webhooks.views.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, DialogForm } from '../../ui/dialog.tsx';
import { AddressField } from '../../ui/fields/address-field.tsx';
import { Field, FieldError } from '../../ui/fields/field.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';

export type WebhookValues = { name: string; url: string; events: string[] };

type WebhookDialogProps = {
  known: WebhookView | null;
  values: WebhookValues;
  errors?: Record<string, string>;
  notCalled?: string;
};

export function WebhookDialog({ known, values, errors = {}, notCalled }: WebhookDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="webhook-dialog"
      title={t(known ? 'webhooks:editTitle' : 'webhooks:addTitle')}
      action={known ? webhookPaths.one(known.id) : webhookPaths.list()}
      method={known ? 'put' : 'post'}
      asksForPassword
      error={errors.form}
      values={values}
      errors={errors}
    >
      <Field name="name" label={t('common:name')} maxLength={MAX_WEBHOOK_NAME} autoFocus required />
      <AddressField
        name="url"
        label={t('webhooks:url')}
        hint={t('webhooks:urlHint')}
        notCalled={notCalled}
        maxLength={MAX_WEBHOOK_URL}
        placeholder="https://"
        required
      />
      <CheckboxList
        name="events"
        label={t('webhooks:events')}
        options={WEBHOOK_EVENTS.map((value) => ({
          value,
          label: `${t(`webhooks:event.${value.replace('.', '_')}`)} (${value})`,
        }))}
        selected={values.events}
      />
      <FieldError id="webhook-events" text={errors.events} />
    </DialogForm>
  );
}

export function DeleteWebhookDialog({ webhook: { id, name } }: { webhook: WebhookView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="webhook-delete"
      title={t('webhooks:delete', { name })}
      what={name}
      text={
        <>
          {t('common:confirmDelete')} {t('webhooks:deleteHint')}
        </>
      }
      action={webhookPaths.one(id)}
    />
  );
}
