export type Move = {
  id: number;
  /** Null: moved to the end. */
  beforeId: number | null;
  position: number;
  count: number;
  handle: HTMLElement;
};

type Reorder = {
  root: HTMLElement | Document;
  /** Selector of the movable elements: each has its id in `data-key` and contains a handle `[data-move]`. */
  item: string;
  onMove(move: Move): void;
};

/** Moves items among their siblings by dragging their handle or by arrow keys on it. Returns a function that stops it. */
export function startReorder({ root, item, onMove }: Reorder): () => void {
  const itemOf = (target: EventTarget | null) =>
    (target as Element | null)?.closest('[data-move]')?.closest<HTMLElement>(item) ?? null;
  const move = (moved: HTMLElement, handle: HTMLElement, to: number) => {
    const others = siblingsOf(moved, item).filter((one) => one !== moved);
    const at = Math.min(Math.max(to, 0), others.length);
    if (siblingsOf(moved, item).indexOf(moved) === at) return;
    const before = others[at];
    const [position, count] = [at + 1, others.length + 1];
    onMove({ id: keyOf(moved), beforeId: before ? keyOf(before) : null, position, count, handle });
  };

  const onKey = (event: Event) => {
    const { key } = event as KeyboardEvent;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    const moved = step ? itemOf(event.target) : null;
    if (!moved) return;
    event.preventDefault();
    move(moved, event.target as HTMLElement, siblingsOf(moved, item).indexOf(moved) + step);
  };
  const onDown = (event: Event) => {
    const moved = itemOf(event.target);
    if (!moved?.parentElement || (event as PointerEvent).button !== 0) return;
    event.preventDefault();
    drag(moved.parentElement, item, moved.dataset.key ?? '', (found, to) => {
      const handle = found.querySelector<HTMLElement>('[data-move]');
      if (handle) move(found, handle, to);
    });
  };
  root.addEventListener('keydown', onKey);
  root.addEventListener('pointerdown', onDown);
  return () => {
    root.removeEventListener('keydown', onKey);
    root.removeEventListener('pointerdown', onDown);
  };
}

const keyOf = (element: HTMLElement) => Number(element.dataset.key);

function siblingsOf(moved: HTMLElement, item: string): HTMLElement[] {
  return moved.parentElement ? itemsIn(moved.parentElement, item) : [];
}

function itemsIn(list: Element, item: string): HTMLElement[] {
  return [...list.children].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(item),
  );
}

/** A line shows the target. A live update may replace the list, so items are found by key. */
function drag(
  list: Element,
  item: string,
  key: string,
  drop: (moved: HTMLElement, to: number) => void,
): void {
  let to: number | undefined;
  const clear = () => {
    for (const one of itemsIn(list, item)) {
      delete one.dataset.drop;
      delete one.dataset.dragged;
    }
  };
  const over = ({ clientY }: PointerEvent) => {
    clear();
    const items = itemsIn(list, item);
    const others = items.filter((one) => one.dataset.key !== key);
    to = others.filter((one) => middleOf(one) < clientY).length;
    const [before, after] = [others[to], others[to - 1]];
    if (before) before.dataset.drop = 'before';
    else if (after) after.dataset.drop = 'after';
    for (const one of items) if (one.dataset.key === key) one.dataset.dragged = '';
  };
  const end = () => {
    clear();
    stop.abort();
  };
  const up = () => {
    end();
    const moved = itemsIn(list, item).find((one) => one.dataset.key === key);
    if (moved && to !== undefined) drop(moved, to);
  };
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener('pointermove', over, { signal });
  addEventListener('pointerup', up, { signal });
  addEventListener('pointercancel', end, { signal });
  const onEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
  };
  addEventListener('keydown', onEscape, { signal });
}

function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
