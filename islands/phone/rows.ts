import { pullAndHold } from './pull-and-hold.ts';

const ACT_PX = 88;
const MOST_PX = 120;

/**
 * A row pulled to the right does what its first button does, to the left it opens its menu; held, it is chosen. Each
 * has its button too. Returns a function that stops it.
 */
export function startRows(root: HTMLElement): () => void {
  return pullAndHold(root, {
    rowOf: (target) => target.closest<HTMLElement>('[data-ticket]'),
    follow: (row, sideways) =>
      buttonOf(row, sideways) ? Math.max(-MOST_PX, Math.min(MOST_PX, sideways)) : 0,
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

/** The row's place behind it says what letting go will do (views/styles/ticket-row.css). */
function show(row: HTMLElement, moved: number): void {
  const place = row.parentElement;
  row.style.transform = moved === 0 ? '' : `translateX(${moved}px)`;
  if (!place) return;
  const goal = moved === 0 ? null : buttonOf(row, moved);
  delete place.dataset.pulled;
  if (goal) place.dataset.pulled = goal.getAttribute('aria-label') ?? goal.textContent ?? '';
  place.classList.toggle('pulled-left', moved < 0);
  place.classList.toggle('pulled-far', Math.abs(moved) >= ACT_PX);
}
