import { useI18n } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';

type Props = { isEnabled: boolean; onPick: (emoji: string) => void };

/** Opens the emoji, with search and the ones used often; they are loaded when first asked for. */
export function EmojiButton({ isEnabled, onPick }: Props) {
  const { t, locale } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    if (!isOpen) return;
    let isGone = false;
    let picker: HTMLElement | undefined;
    import('./emoji-picker.ts')
      .then(({ createPicker }) => createPicker(locale, (emoji) => pick.current(emoji)))
      .then((made) => {
        if (isGone) return;
        picker = made;
        place.current?.replaceChildren(made);
        made.focus();
      });
    const close = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? event.key !== 'Escape' : place.current?.parentElement?.contains(event.target as Node))
        return;
      if (isKey) event.preventDefault();
      setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      isGone = true;
      picker?.remove();
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen, locale]);

  return (
    <div className="relative">
      <IconButton
        icon="smile"
        label={t('messages:emoji')}
        aria-expanded={isOpen}
        disabled={!isEnabled}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen ? (
        <div
          ref={place}
          data-emoji=""
          className="absolute bottom-12 left-0 z-30 overflow-hidden rounded-box border border-base-300 bg-base-100 shadow-xl"
        />
      ) : null}
    </div>
  );
}
