import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';

export function Missed({ onAgain }: { onAgain: () => unknown }) {
  const t = useT();
  const again = (button: HTMLElement) => {
    // The button disappears, and the focus must not fall back to the document.
    button.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    void onAgain();
  };
  return (
    <RenderedState
      kind="failed"
      title={t('common:missed')}
      action={<Button onClick={({ currentTarget }) => again(currentTarget)}>{t('common:retry')}</Button>}
    />
  );
}
