import { useT } from '../../i18n.tsx';
import { Field } from '../../ui/fields/field.tsx';

type PersonFieldsProps = {
  values: { name: string; number: string; email: string };
  errors: Record<string, string>;
};

export function PersonFields({ values, errors }: PersonFieldsProps) {
  const t = useT();
  return (
    <>
      <Field
        name="name"
        label={t('contacts:name')}
        defaultValue={values.name}
        error={errors.name}
        maxLength={50}
        autoFocus
        required
      />
      <Field
        name="number"
        type="tel"
        label={t('contacts:number')}
        hint={t('contacts:numberHint')}
        defaultValue={values.number}
        error={errors.number}
        maxLength={50}
        required
      />
      <Field
        name="email"
        type="email"
        label={t('contacts:email')}
        defaultValue={values.email}
        error={errors.email}
        maxLength={200}
      />
    </>
  );
}
