import { useT } from '../../i18n.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

export function NotSent({ size = 16, className = '' }: { size?: number; className?: string }) {
  const t = useT();
  const classes = `text-error ${className}`;
  return <Icon name="alert-triangle" size={size} label={t('messages:ack.failed')} className={classes} />;
}
