/** Milliseconds in which a second click counts as a repetition of the first. */
const REPEATED_MS = 1000;
/** Pixels that the pointer must move before a click counts as a new intention. */
const MOVED_PX = 8;

const CONTROLS = 'button, a, [role="option"], input, label';

type Click = { x: number; y: number; at: number; control: string | Element };

/**
 * Ignores a click right after another in the same place when a different control has moved under the pointer
 * meanwhile. Row buttons shown on hover wait until the pointer moves (`data-still`). Returns a function that stops
 * it.
 */
export function startSteadyHand(workspace: HTMLElement): () => void {
  let last: Click | undefined;
  const hasMoved = ({ clientX: x, clientY: y }: MouseEvent, from: Click) =>
    Math.hypot(x - from.x, y - from.y) > MOVED_PX;

  const click = (event: MouseEvent) => {
    // A click made by a key has no position.
    if (event.detail === 0) return;
    const found = (event.target as Element).closest<HTMLElement>(CONTROLS);
    const control = found && nameOf(found);
    if (last && (event.timeStamp - last.at > REPEATED_MS || hasMoved(event, last))) last = undefined;
    if (last && control !== last.control) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (!last && control) {
      last = { x: event.clientX, y: event.clientY, at: event.timeStamp, control };
      if (workspace.contains(found)) workspace.dataset.still = '';
    }
  };
  const move = (event: PointerEvent) => {
    if (last && !hasMoved(event, last)) return;
    delete workspace.dataset.still;
    last = undefined;
  };
  document.addEventListener('click', click, true);
  document.addEventListener('pointermove', move);
  return () => {
    document.removeEventListener('click', click, true);
    document.removeEventListener('pointermove', move);
  };
}

/** A re-rendered button of the same ticket counts as the same control; a label counts as its control. */
function nameOf(control: HTMLElement): string | Element {
  const { action, ticketAction = action } = control.dataset;
  const ticket = control.closest<HTMLElement>('[data-ticket], [data-ticket-id]')?.dataset;
  if (ticketAction) return `${ticket?.ticket ?? ticket?.ticketId} ${ticketAction}`;
  return control.closest('label')?.control ?? control;
}
