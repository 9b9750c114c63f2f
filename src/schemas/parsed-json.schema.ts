/** Undefined for invalid JSON. For schemas: that of core is not available in a browser. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
