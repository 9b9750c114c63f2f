/** A text that SQLite and WhatsApp store whole. For schemas: that of core is not available in a browser. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd');
