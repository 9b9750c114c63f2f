/** Felt where the device can, and never by whoever wants little motion. */
export function buzz(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(10);
}
