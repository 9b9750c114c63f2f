import { pullAndHold } from './pull-and-hold.ts';

const ACT_PX = 88;
const MAX_PX = 120;

/** Pull right: the first button; left: the menu; hold: selection. Returns a function that stops it. */
export function startRows(root: HTMLElement): () => void {
  return pullAndHold(root, {
    rowOf: (target) => target.closest<HTMLElement>('[data-ticket]'),
    follow: (row, sideways) => (buttonOf(row, sideways) ? Math.max(-MAX_PX, Math.min(MAX_PX, sideways)) : 0),
    farPx: ACT_PX,
    show,
    act: (row, moved) => buttonOf(row, moved)?.click(),
    holds: () => true,
    hold: (row) => row.querySelector<HTMLElement>('[data-select]')?.click(),
  });
}

function buttonOf(row: HTMLElement, moved: number): HTMLElement | null {
  return row.querySelector(moved > 0 ? '[data-action]' : '[data-row-menu]');
}

function show(row: HTMLElement, moved: number): void {
  const list = row.parentElement;
  row.style.transform = moved === 0 ? '' : `translateX(${moved}px)`;
  if (!list) return;
  const goal = moved === 0 ? null : buttonOf(row, moved);
  delete list.dataset.pulled;
  if (goal) list.dataset.pulled = goal.getAttribute('aria-label') ?? goal.textContent ?? '';
  list.classList.toggle('pulled-left', moved < 0);
  list.classList.toggle('pulled-far', Math.abs(moved) >= ACT_PX);
}
