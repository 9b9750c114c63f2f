import { useI18n } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';

type Props = { isEnabled: boolean; onPick: (emoji: string) => void; className: string };

export function EmojiButton({ isEnabled, onPick, className }: Props) {
  const { t, locale } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    const { current } = anchor;
    if (!isOpen || !current) return;
    let isGone = false;
    let stop: (() => void) | undefined;
    const close = () => setOpen(false);
    import('./emoji-picker.ts').then(({ openPicker }) => {
      const onPick = (emoji: string) => pick.current(emoji);
      if (!isGone) stop = openPicker({ anchor: current, locale, onPick, onClose: close });
    }, close);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isOpen, locale]);

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
