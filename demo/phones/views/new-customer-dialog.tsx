import { type LineView, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import { DialogForm } from '@views/ui/dialog.tsx';
import { Field, Select } from '@views/ui/fields/field.tsx';

type NewCustomerDialogProps = {
  lines: LineView[];
  values?: Record<string, string>;
  errors?: Record<string, string>;
};

export function NewCustomerDialog({ lines, values = {}, errors = {} }: NewCustomerDialogProps) {
  const t = useT();
  const options = lines.map(({ companyId, connectionId, companyName, name }) => ({
    value: `${companyId}:${connectionId}`,
    label: `${companyName} · ${name}`,
  }));
  return (
    <DialogForm
      id="sim-customer"
      title={t('simulator:new.open')}
      action={simulatorPaths.customers()}
      submitLabel={t('common:add')}
    >
      <Field
        name="name"
        label={t('common:name')}
        defaultValue={values.name}
        error={errors.name}
        maxLength={50}
        required
      />
      <Field
        name="number"
        type="tel"
        label={t('simulator:new.number')}
        hint={t('simulator:new.numberHint')}
        defaultValue={values.number}
        error={errors.number}
        required
      />
      <Select
        name="line"
        label={t('simulator:new.line')}
        options={options}
        defaultValue={values.line}
        error={errors.line}
        required
      />
    </DialogForm>
  );
}
