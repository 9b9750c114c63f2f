import { FIRST_DAY_CAP } from '@/modules/campaigns/settings/sending-limits.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { DialogForm } from '../../ui/dialog.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TimeRange } from '../../ui/fields/time-range.tsx';

export type LimitValues = { dailyCap: string; warmsUp: boolean; quietFrom: string; quietTo: string };

type LimitDialogProps = {
  connection: { id: number; name: string };
  values: LimitValues;
  errors?: Record<string, string>;
};

export function LimitDialog({ connection, values, errors = {} }: LimitDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="sending-limit-dialog"
      title={t('campaignSettings:limits.edit', { name: connection.name })}
      action={campaignPaths.limit(connection.id)}
      method="put"
      values={values}
      errors={errors}
    >
      <NumberField
        name="dailyCap"
        label={t('campaignSettings:limits.dailyCap')}
        hint={t('campaignSettings:limits.dailyCapHint')}
        autoFocus
        required
      />
      <Switch
        name="warmsUp"
        label={t('campaignSettings:limits.warmUp')}
        hint={t('campaignSettings:limits.warmUpHint', { count: FIRST_DAY_CAP })}
      />
      <TimeRange
        label={t('campaignSettings:limits.quiet')}
        from={{ name: 'quietFrom', value: values.quietFrom }}
        until={{ name: 'quietTo', value: values.quietTo }}
        error={errors.quietFrom ?? errors.quietTo}
      />
      <p className="field-hint">{t('campaignSettings:limits.quietHint')}</p>
    </DialogForm>
  );
}
