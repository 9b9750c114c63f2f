/** A row of the editor: `id` is null and `path` '' while unsaved. */
export type OptionRow = {
  key: number;
  id: number | null;
  name: string;
  path: string;
  hasFile: boolean;
};

export type KnownOption = { id: number; name: string; path: string };

export function rowsOf(options: KnownOption[]): OptionRow[] {
  return options.map((option, index) => ({ ...option, key: index + 1, hasFile: false }));
}

export function withRow(rows: OptionRow[]): OptionRow[] {
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, id: null, name: '', path: '', hasFile: false }];
}

export function changed(rows: OptionRow[], key: number, change: Partial<OptionRow>): OptionRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...change } : row));
}

/** `beforeKey` null is the end. */
export function moved(rows: OptionRow[], key: number, beforeKey: number | null): OptionRow[] {
  const row = rows.find((one) => one.key === key);
  if (!row) return rows;
  const others = rows.filter((one) => one.key !== key);
  const at = beforeKey === null ? others.length : others.findIndex((one) => one.key === beforeKey);
  return [...others.slice(0, at), row, ...others.slice(at)];
}

export function sentRows(rows: OptionRow[]): string {
  const filled = rows.filter(({ id, name, hasFile }) => id !== null || hasFile || name.trim() !== '');
  return JSON.stringify(filled.map(({ id, name, hasFile }) => ({ id, name, hasFile })));
}
