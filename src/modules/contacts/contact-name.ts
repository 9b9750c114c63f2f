/** Nobody has told a name yet: it is only the digits of an address. */
export function isBareAddress(name: string): boolean {
  return /^\d{6,}(-\d+)?$/.test(name);
}
