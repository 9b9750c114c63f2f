import type { Row } from '@libsql/client';

const VALUES = Symbol('values');
type Shape = { [VALUES]: unknown[] };

export function namedRows(columns: string[]): (values: unknown[]) => Row {
  const prototype = Object.create(Object.prototype, { length: { value: columns.length } });
  for (const index of columns.keys()) {
    Object.defineProperty(prototype, index, {
      get(this: Shape) {
        return this[VALUES][index];
      },
    });
  }
  const names = columns.map((name, index) => (columns.indexOf(name) === index ? name : undefined));
  return (values) => {
    const row = Object.create(prototype, { [VALUES]: { value: values } });
    for (const [index, name] of names.entries()) if (name !== undefined) row[name] = values[index];
    return row;
  };
}
