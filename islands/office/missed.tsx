import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';

export function Missed({ onAgain }: { onAgain: () => unknown }) {
  const t = useT();
  return (
    <RenderedState
      kind="failed"
      title={t('common:missed')}
      action={<Button onClick={() => void onAgain()}>{t('common:retry')}</Button>}
    />
  );
}
