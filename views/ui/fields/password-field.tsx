import type { InputHTMLAttributes } from 'react';
import { useT } from '../../i18n.tsx';
import { Icon } from '../icons/icon.tsx';
import { Field, fieldId } from './field.tsx';

type PasswordFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id' | 'type'> & {
  name: string;
  label: string;
  error?: string;
  hint?: string;
  id?: string;
};

export function PasswordField({ id, className = '', ...input }: PasswordFieldProps) {
  const t = useT();
  const target = id ?? fieldId(input.name);
  return (
    <div className={`relative ${className}`}>
      <Field {...input} id={target} type="password" data-secret="" />
      <button
        type="button"
        className="absolute top-0 right-0 pointer-coarse:-top-5 flex pointer-coarse:pt-5 pointer-coarse:pb-1 items-center gap-1.5 text-muted text-sm hover:text-base-content"
        aria-label={t('common:showPassword')}
        aria-pressed="false"
        aria-controls={target}
        data-reveal={target}
      >
        <Icon name="eye" size={16} />
        {t('common:show')}
      </button>
    </div>
  );
}
