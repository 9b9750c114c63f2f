import { useT } from '@views/i18n.tsx';
import { Warning } from './warning.tsx';

export function ConnectionDown({ name }: { name: string }) {
  const t = useT();
  return <Warning mark="line-down">{t('messages:lineDown', { name })}</Warning>;
}
