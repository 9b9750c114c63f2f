import { useT } from '../../i18n.tsx';
import { Field, Select } from '../../ui/fields/field.tsx';

export type BillingValues = {
  billingName: string;
  document: string;
  addressStreet: string;
  addressDistrict: string;
  addressCity: string;
  addressState: string;
  addressZipCode: string;
  addressCountry: string;
};

const COUNTRIES = ['BR', 'usa'];

type BillingFieldsProps = {
  values: BillingValues;
  errors?: Record<string, string>;
  /** Prefix of the ids, for a dialog over a page with the same fields. */
  className?: string;
};

export function BillingFields({ values, errors = {}, className: target = 'field' }: BillingFieldsProps) {
  const t = useT();
  const of = (name: keyof BillingValues) => ({
    name,
    id: `${target}-${name}`,
    label: t(`billing:fields.${name}`),
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      <Field {...of('billingName')} className="sm:col-span-2" autoComplete="name" maxLength={120} required />
      <Field {...of('document')} hint={t('billing:documentHint')} maxLength={20} />
      <Field {...of('addressZipCode')} autoComplete="postal-code" maxLength={20} required />
      <Field
        {...of('addressStreet')}
        className="sm:col-span-2"
        autoComplete="street-address"
        maxLength={200}
        required
      />
      <Field {...of('addressDistrict')} maxLength={100} />
      <Field {...of('addressCity')} autoComplete="address-level2" maxLength={100} required />
      <Field {...of('addressState')} autoComplete="address-level1" maxLength={60} />
      <Select
        {...of('addressCountry')}
        options={COUNTRIES.map((value) => ({ value, label: t(`billing:countries.${value}`) }))}
        required
      />
    </div>
  );
}
