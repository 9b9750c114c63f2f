/** A second click is taken for the first one's repetition as long as this, milliseconds. */
const REPEATED_MS = 1000;
/** A hand that means something new moves at least so far, pixels. */
const MOVED_PX = 8;

const CONTROLS = 'button, a, [role="option"], input, label';

type Click = { x: number; y: number; at: number; control: string | Element };

/**
 * A click where something has just been pressed, under a pointer that has not moved, does not do another thing: what lies
 * there now came after the hand, whether a list moved, a menu opened or a window closed. Buttons of rows that show
 * themselves on hover wait until it moves (`data-still`). Returns what stops it.
 */
export function startSteadyHand(desk: HTMLElement): () => void {
  let last: Click | undefined;
  const hasMoved = ({ clientX: x, clientY: y }: MouseEvent, from: Click) =>
    Math.hypot(x - from.x, y - from.y) > MOVED_PX;

  const click = (event: MouseEvent) => {
    // A key's click has no place.
    if (event.detail === 0) return;
    const found = (event.target as Element).closest<HTMLElement>(CONTROLS);
    const control = found && nameOf(found);
    if (last && (event.timeStamp - last.at > REPEATED_MS || hasMoved(event, last))) last = undefined;
    if (last && control !== last.control) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (!last && control) {
      last = { x: event.clientX, y: event.clientY, at: event.timeStamp, control };
      if (desk.contains(found)) desk.dataset.still = '';
    }
  };
  const move = (event: PointerEvent) => {
    if (last && !hasMoved(event, last)) return;
    delete desk.dataset.still;
    last = undefined;
  };
  document.addEventListener('click', click, true);
  document.addEventListener('pointermove', move);
  return () => {
    document.removeEventListener('click', click, true);
    document.removeEventListener('pointermove', move);
  };
}

/** The same button of the same ticket is the same control, drawn anew or not; a label is what it names. */
function nameOf(control: HTMLElement): string | Element {
  const { action, ticketAction = action } = control.dataset;
  const ticket = control.closest<HTMLElement>('[data-ticket], [data-ticket-id]')?.dataset;
  if (ticketAction) return `${ticket?.ticket ?? ticket?.ticketId} ${ticketAction}`;
  return control.closest('label')?.control ?? control;
}
