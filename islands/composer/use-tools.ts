import { type RefObject, useEffect, useState } from 'react';

/** The tools behind "+": Escape and a press outside the composer close them. */
export function useTools(
  root: RefObject<HTMLElement | null>,
): [isOpen: boolean, setOpen: (to: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const press = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
    };
  }, [isOpen, root]);
  return [isOpen, setOpen];
}
