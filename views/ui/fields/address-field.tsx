import type { ComponentProps } from 'react';
import { useT } from '../../i18n.tsx';
import { Field } from './field.tsx';
import { useFormField } from './form-values.tsx';

type AddressFieldProps = ComponentProps<typeof Field> & {
  /** Why the stored address is not called. */
  notCalled?: string;
};

export function AddressField({ notCalled, hint, ...field }: AddressFieldProps) {
  const t = useT();
  const form = useFormField(field.name);
  if (!notCalled || field.error || form.error)
    return <Field type="url" inputMode="url" {...field} hint={hint} />;
  const warned = (
    <>
      {hint}
      <span className="mt-1 block font-medium text-warning">
        {t('validation:notCalled.kept')} {t(notCalled)}
      </span>
    </>
  );
  return <Field type="url" inputMode="url" {...field} hint={warned} />;
}
