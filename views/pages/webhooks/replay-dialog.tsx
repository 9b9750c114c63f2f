import { webhookPaths } from '@/modules/webhooks/webhook-paths.schema.ts';
import type { WebhookView } from '@/modules/webhooks/webhooks.views.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';

export type ReplayValues = { from: string; to: string; which: string };

type ReplayDialogProps = { webhook: WebhookView; values: ReplayValues; errors?: Record<string, string> };

export function ReplayDialog({ webhook, values, errors = {} }: ReplayDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="webhook-replay"
      title={t('webhooks:replay.title', { name: webhook.name })}
      action={webhookPaths.replayRange(webhook.id)}
      submitLabel={t('webhooks:replay.submit')}
      error={errors.form}
      values={values}
      errors={errors}
    >
      <p className="text-pretty text-muted text-sm">{t('webhooks:replay.hint')}</p>
      <div className="grid gap-3 min-[480px]:grid-cols-2">
        <Field type="datetime-local" name="from" label={t('webhooks:replay.from')} required />
        <Field type="datetime-local" name="to" label={t('webhooks:replay.to')} required />
      </div>
      <Select
        name="which"
        label={t('webhooks:replay.which')}
        options={(['failed', 'all'] as const).map((value) => ({
          value,
          label: t(`webhooks:replay.${value}`),
        }))}
      />
    </DialogForm>
  );
}
