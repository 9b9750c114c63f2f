import type { FormChange } from '@/core/http/forms/opened-forms.ts';
import { useT } from '../i18n.tsx';
import { Icon } from './icons/icon.tsx';

export function ChangedNotice({ changes }: { changes: FormChange[] }) {
  const t = useT();
  return (
    <div role="alert" className="notice tone-warning" data-changed="">
      <Icon name="alert-triangle" size={18} />
      <div className="min-w-0">
        <p>{t('common:changed.title')}</p>
        <ul className="my-1 list-disc pl-5">
          {changes.map(({ label, now }) => (
            <li key={label} className="wrap-anywhere">
              {now
                ? t('common:changed.now', { label: label || t('common:changed.other'), now })
                : label || t('common:changed.other')}
            </li>
          ))}
        </ul>
        <p>{t('common:changed.next')}</p>
      </div>
    </div>
  );
}
