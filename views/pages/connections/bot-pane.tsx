import { useT } from '../../i18n.tsx';
import { FieldError, Select } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { CheckboxList } from '../../ui/fields/switch.tsx';
import type { ConnectionDialogProps } from './connection-dialog.tsx';
import { ASKS_FOR_TRANSFER, TransferFields } from './transfer-fields.tsx';

export const BOT_FIELDS = [
  'queueIds',
  'maxUseBotQueues',
  'timeUseBotQueues',
  'timeToTransfer',
  'transferQueueId',
  'integrationId',
  'promptId',
] as const;

type BotPaneProps = Required<Pick<ConnectionDialogProps, 'values' | 'errors' | 'queues'>> &
  Pick<ConnectionDialogProps, 'integrations' | 'prompts'>;

export function BotPane({ values, errors, queues, integrations, prompts }: BotPaneProps) {
  const t = useT();
  return (
    <>
      <input type="hidden" name="queueIds" value="" />
      <div className="flex flex-col gap-4" {...ASKS_FOR_TRANSFER}>
        <CheckboxList
          name="queueIds"
          label={t('connections:queues')}
          options={queues}
          selected={values.queueIds}
          empty={t('connections:noQueues')}
        />
        <FieldError id="field-queueIds" text={errors.queueIds} />
        <TransferFields
          queueIds={values.queueIds}
          transferQueueId={values.transferQueueId}
          minutes={values.numbers.timeToTransfer}
          queues={queues}
          errors={errors}
        />
      </div>
      <NumberField
        name="maxUseBotQueues"
        label={t('connections:maxUseBotQueues')}
        hint={t('connections:maxUseBotQueuesHint')}
        value={values.numbers.maxUseBotQueues}
        error={errors.maxUseBotQueues}
      />
      <NumberField
        name="timeUseBotQueues"
        label={t('connections:timeUseBotQueues')}
        unit={t('connections:minutes')}
        hint={t('connections:timeUseBotQueuesHint')}
        value={values.numbers.timeUseBotQueues}
        error={errors.timeUseBotQueues}
      />
      {integrations ? (
        <Select
          name="integrationId"
          label={t('connections:integration')}
          hint={t('connections:integrationHint')}
          options={[{ value: '', label: t('common:none') }, ...integrations]}
          defaultValue={values.integrationId ?? ''}
          error={errors.integrationId}
        />
      ) : null}
      {prompts ? (
        <Select
          name="promptId"
          label={t('connections:responder.prompt')}
          hint={t('connections:responder.promptHint')}
          options={[{ value: '', label: t('common:none') }, ...prompts]}
          defaultValue={values.promptId ?? ''}
          error={errors.promptId}
        />
      ) : null}
    </>
  );
}
