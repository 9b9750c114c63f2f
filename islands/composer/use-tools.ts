import { type RefObject, useEffect, useState } from 'react';
import { onAway } from '../page/on-away.ts';

/** The tools behind "+": Escape and a press outside the composer close them. */
export function useTools(
  root: RefObject<HTMLElement | null>,
): [isOpen: boolean, setOpen: (to: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const isInside = (target: Node) => root.current?.contains(target) === true;
    return onAway(isInside, (event) => {
      // An Escape that closed the emoji picker is spent.
      if (event.type !== 'keydown' || !event.defaultPrevented) setOpen(false);
    });
  }, [isOpen, root]);
  return [isOpen, setOpen];
}
