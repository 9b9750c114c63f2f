import { type RefObject, useEffect, useRef } from 'react';

export function useMenuCard(
  id: string,
  anchor: HTMLElement,
  isShown: boolean,
  onClose: () => void,
): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  const isOpen = useRef(isShown);
  isOpen.current = isShown;

  useEffect(() => {
    const menu = card.current;
    if (!menu) return;
    anchor.setAttribute('popovertarget', id);
    menu.showPopover();
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed' && isOpen.current) latest.current();
    };
    const away = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      if (isKey ? event.key !== 'Escape' : menu.contains(event.target as Node)) return;
      menu.hidePopover();
    };
    menu.addEventListener('toggle', closed);
    if (menu.popover === 'manual') {
      document.addEventListener('pointerdown', away);
      document.addEventListener('keydown', away);
    }
    return () => {
      menu.removeEventListener('toggle', closed);
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('keydown', away);
      anchor.removeAttribute('popovertarget');
    };
  }, [id, anchor]);
  return card;
}
