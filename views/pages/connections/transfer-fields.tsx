import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { type Option, Select } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

export type TransferValues = { queueIds: number[]; transferQueueId: number | null; minutes: number | string };

type TransferFieldsProps = TransferValues & { queues: Option[]; errors?: Record<string, string> };

const FIELDS = ['queueIds', 'transferIsShown', 'transferQueueId', 'timeToTransfer']
  .map((name) => `#connection-dialog [name=${name}]`)
  .join();

/** Asks the server again for the transfer fields after each change of its fields; they are filled in at the second queue. */
export const ASKS_FOR_TRANSFER = {
  'hx-get': paths.connectionTransfer(),
  'hx-trigger': 'change',
  'hx-target': '#transfer-fields',
  'hx-swap': 'outerMorph',
  'hx-sync': 'this:replace',
  'hx-include': FIELDS,
} as const;

export const needsTransfer = ({ queueIds }: Pick<TransferValues, 'queueIds'>) => queueIds.length > 1;

export function TransferFields({ queues, errors = {}, ...values }: TransferFieldsProps) {
  const t = useT();
  const isNeeded = needsTransfer(values);
  const isMissing = isNeeded && (values.transferQueueId === null || !Number(values.minutes));
  return (
    <div id="transfer-fields" className="flex flex-col gap-4">
      {isNeeded ? <input type="hidden" name="transferIsShown" value="true" /> : null}
      <Select
        name="transferQueueId"
        label={t('connections:transferQueue')}
        options={[{ value: '', label: t('connections:transferNowhere') }, ...queues]}
        defaultValue={values.transferQueueId ?? ''}
        error={errors.transferQueueId}
      />
      <NumberField
        name="timeToTransfer"
        label={t('connections:timeToTransfer')}
        unit={t('connections:minutes')}
        hint={t('connections:timeToTransferHint')}
        value={values.minutes}
        error={errors.timeToTransfer}
      />
      {isMissing ? (
        <p role="alert" className="notice tone-warning" data-transfer-missing="">
          <Icon name="alert-triangle" size={18} />
          <span className="min-w-0">{t('connections:transferMissing')}</span>
        </p>
      ) : null}
    </div>
  );
}
