/** What a text is read back as: the driver stops at the first NUL, so what follows it would be hidden. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
