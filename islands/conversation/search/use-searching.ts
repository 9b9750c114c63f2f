import { type RefObject, useEffect, useState } from 'react';
import { closeDrawer } from '../../workspace/drawer.ts';

export function useSearching(box: RefObject<HTMLElement | null>) {
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const click = (event: Event) => {
      const target = event.target as Element;
      if (target.closest('[data-conversation-search]')) setSearching((is) => !is);
      else if (target.closest('[data-drawer-toggle]')) setSearching(false);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      const pane = box.current?.closest('[data-pane]');
      const here = event.target as Element;
      if (!pane?.contains(here) || here.closest('[data-search-panel]')) return;
      event.preventDefault();
      setSearching(true);
    };
    document.addEventListener('click', click);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('click', click);
      document.removeEventListener('keydown', press);
    };
  }, [box]);
  useEffect(() => {
    if (isSearching) closeDrawer();
  }, [isSearching]);
  return [isSearching, setSearching] as const;
}
