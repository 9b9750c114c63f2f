import { isComposing } from '../keys/composing.ts';

/**
 * For what the browser does not close by itself: calls `away` at a press outside and at Escape, which a caller may want
 * before all others (`capture`). Returns the stop function.
 */
export function onAway(
  isInside: (target: Node) => boolean,
  away: (event: Event) => void,
  { capture = false } = {},
): () => void {
  const heard = (event: Event) => {
    const isAway =
      event instanceof KeyboardEvent
        ? event.key === 'Escape' && !isComposing(event)
        : !isInside(event.target as Node);
    if (isAway) away(event);
  };
  document.addEventListener('pointerdown', heard);
  document.addEventListener('keydown', heard, capture);
  return () => {
    document.removeEventListener('pointerdown', heard);
    document.removeEventListener('keydown', heard, capture);
  };
}
