import { useEffect } from 'react';
import type { BoardFilter } from '@/modules/kanban/kanban.schema.ts';

const DEBOUNCE_MS = 500;

export function useFilters(show: (filter: BoardFilter) => void): void {
  useEffect(() => {
    const form = document.getElementById('kanban-filters');
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown = keyOf(read(form));
    const apply = () => {
      clearTimeout(timer);
      const filter = read(form);
      if (keyOf(filter) === shown) return;
      shown = keyOf(filter);
      const query = shown ? `?${shown}` : '';
      history.replaceState(history.state, '', location.pathname + query);
      show(filter);
    };
    const type = ({ target }: Event) => {
      if ((target as Element).tagName !== 'INPUT') return;
      clearTimeout(timer);
      timer = setTimeout(apply, DEBOUNCE_MS);
    };
    form.addEventListener('input', type);
    form.addEventListener('change', apply);
    form.addEventListener('search', apply);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', type);
      form.removeEventListener('change', apply);
      form.removeEventListener('search', apply);
    };
  }, [show]);
}

function read(form: HTMLElement): BoardFilter {
  const chosen = (name: string) =>
    form.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)?.value.trim() ?? '';
  return {
    searchParam: chosen('searchParam') || undefined,
    queueId: Number(chosen('queueId')) || undefined,
    userId: Number(chosen('userId')) || undefined,
  };
}

function keyOf(filter: BoardFilter): string {
  const pairs = Object.entries(filter).filter(([, value]) => value !== undefined);
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
}
