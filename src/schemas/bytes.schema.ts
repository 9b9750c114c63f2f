const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** `842 KB`, `1,5 MB` in the reader's language; less than one is 1 KB. */
export function formatBytes(bytes: number, locale: string): string {
  let value = bytes === 0 ? 0 : Math.max(bytes / 1024, 1);
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${UNITS[unit]}`;
}
