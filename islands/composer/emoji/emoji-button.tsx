import { useI18n } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { useLoaded } from '../../page/use-loaded.ts';

const loadPicker = () => import('./emoji-picker.ts');

type Props = { isEnabled: boolean; onPick: (emoji: string) => void; className: string };

export function EmojiButton({ isEnabled, onPick, className }: Props) {
  const { t, locale } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  pick.current = onPick;

  const close = () => setOpen(false);
  const picker = useLoaded(isOpen, loadPicker, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: from one press to the next
  useEffect(() => {
    const { current } = anchor;
    if (!isOpen || !current) return;
    return picker?.openPicker({
      anchor: current,
      locale,
      onPick: (emoji) => pick.current(emoji),
      onClose: close,
    });
  }, [isOpen, picker]);

  return (
    <div className={`relative ${className}`}>
      <IconButton
        icon="smile"
        label={t('messages:emoji')}
        aria-expanded={isOpen}
        disabled={!isEnabled}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? <div ref={anchor} data-emoji="" className="write-emoji" /> : null}
    </div>
  );
}
