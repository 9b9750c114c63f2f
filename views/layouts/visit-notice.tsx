import { paths } from '@/paths.ts';
import { useT } from '../i18n.tsx';
import type { ShellProps } from '../shell.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';

export function VisitNotice({ visited }: Pick<ShellProps, 'visited'>) {
  const t = useT();
  if (!visited) return null;
  return (
    <div role="status" className="shell-notice notice tone-warning">
      <Icon name="eye" size={18} />
      <p className="grow">{t('common:visit.text', { name: visited })}</p>
      <form method="post" action={paths.leaveCompany()}>
        <Button type="submit" size="sm">
          {t('common:visit.leave')}
        </Button>
      </form>
    </div>
  );
}
