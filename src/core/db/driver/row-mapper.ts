import { Column, getTableName, is, SQL } from 'drizzle-orm';
import type { SelectedFieldsOrdered } from 'drizzle-orm/sqlite-core';

export type MapRow = (row: unknown[]) => unknown;

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Shape = Map<string, number | Shape>;

const isAsStored = Column.prototype.mapFromDriverValue;
const BYTES = ['SQLiteBlobBuffer', 'SQLiteBlobJson', 'SQLiteBigInt'];

/** drizzle looks up every column for each row. The compiled text holds our column names, never input. */
export function compileMapper(
  fields: SelectedFieldsOrdered,
  notNullable: Record<string, boolean> | undefined,
): MapRow {
  const decoders = fields.map(({ field }) => decoderOf(field));
  const cellOf = (index: number): string => {
    const raw = `row[${index}]`;
    return decoders[index] ? `(${raw} === null ? null : d[${index}].mapFromDriverValue(${raw}))` : raw;
  };
  const objectOf = (shape: Shape): string => {
    const entries = [...shape].map(([name, part]) => {
      const value = typeof part === 'number' ? cellOf(part) : objectOf(part);
      const missing = shape === root ? missingWhen(name, fields, notNullable) : undefined;
      return `${JSON.stringify(name)}: ${missing === undefined ? value : `(row[${missing}] === null ? null : ${value})`}`;
    });
    return `{${entries.join(', ')}}`;
  };
  const root = shapeOf(fields);
  return new Function('d', `return (row) => (${objectOf(root)});`)(decoders) as MapRow;
}

function shapeOf(fields: SelectedFieldsOrdered): Shape {
  const root: Shape = new Map();
  for (const [index, { path }] of fields.entries()) {
    let node = root;
    for (const name of path.slice(0, -1)) {
      const next = node.get(name) ?? new Map();
      node.set(name, next);
      node = next as Shape;
    }
    node.set(path.at(-1) ?? '', index);
  }
  return root;
}

function missingWhen(
  name: string,
  fields: SelectedFieldsOrdered,
  notNullable: Record<string, boolean> | undefined,
): number | undefined {
  if (!notNullable) return undefined;
  const parts = [...fields.entries()].filter(
    ([, { path, field }]) => path.length === 2 && path[0] === name && is(field, Column),
  );
  const tables = new Set(parts.map(([, { field }]) => getTableName((field as Column).table)));
  const [table] = tables;
  if (tables.size !== 1 || table === undefined || notNullable[table]) return undefined;
  return parts[0]?.[0];
}

function decoderOf(field: SelectedFieldsOrdered[number]['field']): Decoder | undefined {
  if (is(field, Column)) {
    if (BYTES.includes(field.columnType)) return bytes(field);
    return field.mapFromDriverValue === isAsStored ? undefined : field;
  }
  const expression = is(field, SQL) ? field : (field as SQL.Aliased).sql;
  return bytes((expression as unknown as { decoder: Decoder }).decoder);
}

/** A libSQL server returns an ArrayBuffer where the library returns a Buffer. */
function bytes(decoder: Decoder): Decoder {
  return {
    mapFromDriverValue: (value) =>
      decoder.mapFromDriverValue(value instanceof ArrayBuffer ? Buffer.from(value) : value),
  };
}
