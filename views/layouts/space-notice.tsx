import { useI18n } from '../i18n.tsx';
import type { ShellProps } from '../shell.ts';
import { Icon } from '../ui/icons/icon.tsx';

export function SpaceNotice({ space }: Pick<ShellProps, 'space'>) {
  const { t, locale } = useI18n();
  if (!space) return null;
  const { level, freeMegabytes } = space;
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(freeMegabytes ?? 0);
  const isOver = level === 'none' || level === 'ownNone';
  return (
    <div role="status" className={`shell-notice notice ${isOver ? 'tone-error' : 'tone-warning'}`}>
      <Icon name="alert-triangle" size={18} />
      <p>
        {t(`common:space.${level}`)} {freeMegabytes === null ? null : t('common:space.free', { amount })}
      </p>
    </div>
  );
}
