import { useT } from '@views/i18n.tsx';
import { Warning } from './warning.tsx';

/** What is sent over this line waits. */
export function LineDown({ name }: { name: string }) {
  const t = useT();
  return <Warning mark="line-down">{t('messages:lineDown', { name })}</Warning>;
}
