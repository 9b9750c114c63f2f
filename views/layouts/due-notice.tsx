import { useT } from '../i18n.tsx';
import type { ShellProps } from '../shell.ts';
import { Icon } from '../ui/icons/icon.tsx';

/** For administrators, from five days before the subscription's end. */
export function DueNotice({ dueInDays }: Pick<ShellProps, 'dueInDays'>) {
  const t = useT();
  if (dueInDays === null || dueInDays === undefined) return null;
  return (
    <div role="status" data-notice="due" className="shell-notice notice tone-warning">
      <Icon name="clock" size={18} />
      <p>
        {dueInDays < 1 ? t('billing:dueToday') : t('billing:dueSoon', { count: dueInDays })}{' '}
        <a href="/financeiro" className="link font-semibold">
          {t('billing:seeInvoices')}
        </a>
      </p>
    </div>
  );
}
