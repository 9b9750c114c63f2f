import { type RefObject, useEffect, useRef } from 'react';
import { onAway } from '../../page/on-away.ts';

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
    menu.addEventListener('toggle', closed);
    const stop =
      menu.popover === 'manual'
        ? onAway(
            (target) => menu.contains(target),
            () => menu.hidePopover(),
          )
        : undefined;
    return () => {
      menu.removeEventListener('toggle', closed);
      stop?.();
      anchor.removeAttribute('popovertarget');
    };
  }, [id, anchor]);
  return card;
}
