/** A second click is taken for the first one's repetition as long as this, milliseconds. */
const REPEATED_MS = 1000;
/** A hand that means something new moves at least so far, pixels. */
const MOVED_PX = 8;

/** What changes a ticket, or may lie where such a thing was a moment ago. */
const CONTROLS = 'button, a, [role="menuitem"], [role="option"], input, label';
const CHANGES = '[data-action], [data-ticket-action], [data-menu]';

type Click = { x: number; y: number; at: number; control: string };

/**
 * A click where a ticket has just been changed, under a pointer that has not moved, does not do another thing: what lies
 * there now came after the hand. Buttons that show themselves on hover wait until it moves (`data-still`). Returns what stops it.
 */
export function startSteadyHand(desk: HTMLElement): () => void {
  let last: Click | undefined;
  const hasMoved = ({ clientX: x, clientY: y }: MouseEvent, from: Click) =>
    Math.hypot(x - from.x, y - from.y) > MOVED_PX;

  const click = (event: MouseEvent) => {
    // A key's click has no place.
    if (event.detail === 0) return;
    const control = (event.target as Element).closest(CONTROLS);
    const isLate = last && event.timeStamp - last.at > REPEATED_MS;
    if (last && (isLate || hasMoved(event, last))) last = undefined;
    if (last && nameOf(control) !== last.control) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (!last && control?.matches(CHANGES)) {
      last = { x: event.clientX, y: event.clientY, at: event.timeStamp, control: nameOf(control) };
      desk.dataset.still = '';
    }
  };
  const move = (event: PointerEvent) => {
    if (desk.dataset.still === undefined || (last && !hasMoved(event, last))) return;
    delete desk.dataset.still;
    last = undefined;
  };
  desk.addEventListener('click', click, true);
  desk.addEventListener('pointermove', move);
  return () => {
    desk.removeEventListener('click', click, true);
    desk.removeEventListener('pointermove', move);
  };
}

/** The same button of the same ticket is the same control, drawn anew or not. */
function nameOf(control: Element | null): string {
  if (!(control instanceof HTMLElement)) return '';
  const ticket = control.closest<HTMLElement>('[data-ticket], [data-ticket-id]')?.dataset;
  const { action, ticketAction, menu } = control.dataset;
  return `${ticket?.ticket ?? ticket?.ticketId ?? ''} ${action ?? ticketAction ?? menu ?? control.id}`;
}
