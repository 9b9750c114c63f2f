/** A text that SQLite and WhatsApp store whole. For schemas: the kernel's own is not available in a browser. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd');
