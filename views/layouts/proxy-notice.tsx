import { useT } from '../i18n.tsx';
import type { ShellProps } from '../shell.ts';
import { Icon } from '../ui/icons/icon.tsx';

/** For the server's operator: requests come through a proxy that the settings do not name. */
export function ProxyNotice({ unknownProxy }: Pick<ShellProps, 'unknownProxy'>) {
  const t = useT();
  if (!unknownProxy) return null;
  return (
    <div role="status" data-notice="proxy" className="shell-notice notice tone-warning">
      <Icon name="alert-triangle" size={18} />
      <p>
        {t('common:unknownProxy')} <code>TRUSTED_PROXY={unknownProxy}</code>
      </p>
    </div>
  );
}
