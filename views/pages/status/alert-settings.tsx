import { statusPaths } from '@/modules/status/status-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { goesOnProven } from '../../ui/dialog.tsx';
import { AddressField } from '../../ui/fields/address-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';

export type AlertSettingsProps = {
  values: Record<string, string>;
  errors: Record<string, string>;
  notCalled?: string;
};

const LIMITS = [
  { name: 'connectionMinutes', unit: 'min' },
  { name: 'outboxMinutes', unit: 'min' },
  { name: 'delayMs', unit: 'ms' },
  { name: 'memoryPercent', unit: '%' },
] as const;

export function AlertSettings({ values, errors, notCalled }: AlertSettingsProps) {
  const t = useT();
  return (
    <section id="alert-settings" aria-labelledby="alerts-title">
      <h2 id="alerts-title" className="font-semibold">
        {t('status:alerts')}
      </h2>
      <p className="mb-3 text-muted text-sm">{t('status:alertsText')}</p>
      <form
        {...goesOnProven('alert-form', 'submit')}
        noValidate
        hx-put={statusPaths.alerts()}
        hx-target="#alert-settings"
        hx-swap="outerMorph"
        hx-disable="find button[type=submit]"
        hx-sync="this:drop"
        className="panel flex flex-col gap-3 p-4"
      >
        <Field
          name="addresses"
          label={t('status:addresses')}
          hint={t('status:addressesHint')}
          defaultValue={values.addresses}
          error={errors.addresses}
          maxLength={1_000}
        />
        <AddressField
          name="url"
          label={t('status:url')}
          hint={t('status:urlHint')}
          defaultValue={values.url}
          error={errors.url}
          notCalled={notCalled}
          maxLength={500}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          {LIMITS.map(({ name, unit }) => (
            <NumberField
              key={name}
              name={name}
              unit={unit}
              label={t(`status:limit.${name}`)}
              value={values[name] ?? ''}
              error={errors[name]}
            />
          ))}
        </div>
        <Button type="submit" variant="primary" className="self-end">
          {t('common:save')}
        </Button>
      </form>
    </section>
  );
}
