/** While an IME composes, Enter chooses a word and Escape ends the choice; Safari reports both by the key code alone. */
export function isComposing(event: Event): boolean {
  const { isComposing, keyCode } = event as KeyboardEvent;
  return isComposing || keyCode === 229;
}
