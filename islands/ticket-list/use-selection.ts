import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';

const NONE: ReadonlySet<number> = new Set();

const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-ticket]');

export function useSelection(rows: TicketView[], scope: string) {
  const [ids, setIds] = useState(NONE);
  const last = useRef<number | undefined>(undefined);
  const chosen = useMemo(() => rows.filter((row) => ids.has(row.id)), [rows, ids]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another choice
  useEffect(() => {
    setIds(NONE);
    // On a slow line the next ones may be chosen before the answer about the last ones.
    const clear = (event: Event) => {
      const done = (event as CustomEvent<{ ids?: number[] } | null>).detail?.ids;
      setIds((former) => new Set([...former].filter((id) => done && !done.includes(id))));
    };
    document.addEventListener('selection:clear', clear);
    return () => document.removeEventListener('selection:clear', clear);
  }, [scope]);

  const toggle = (id: number, isRange = false) => {
    const next = new Set(chosen.map((row) => row.id));
    const from = rows.findIndex((row) => row.id === last.current);
    const to = rows.findIndex((row) => row.id === id);
    if (isRange && from >= 0)
      for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id);
    else if (!next.delete(id)) next.add(id);
    last.current = id;
    setIds(next);
  };

  const listeners = {
    onClickCapture: (event: MouseEvent) => {
      const row = rowOf(event.target);
      const target = event.target as Element;
      if (!row) return;
      if (target.closest('[data-select]')) return toggle(Number(row.dataset.ticket), event.shiftKey);
      if (chosen.length === 0 || target.closest('button')) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(Number(row.dataset.ticket), event.shiftKey);
    },
  };
  return { chosen, toggle, choose: setIds, listeners };
}
