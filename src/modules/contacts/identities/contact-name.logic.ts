export function isBareAddress(name: string): boolean {
  return /^\d{6,}(-\d+)?$/.test(name);
}
