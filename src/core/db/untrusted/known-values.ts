import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { tablesIn } from '../annotations.ts';
import type { Tables } from '../database.ts';
import { openFile } from '../open-file.ts';

/** Finds a table with a value that our code does not accept: outside a closed set, no JSON, no boolean. */
export function tableOfUnknownValue(path: string, schema: Tables): string | undefined {
  using database = openFile(path, 'ro');
  for (const table of tablesIn(schema)) {
    const { name, columns } = getTableConfig(table);
    const faults = columns.flatMap((column) => faultOf(column) ?? []);
    if (faults.length === 0) continue;
    if (database.prepare(`select 1 from "${name}" where ${faults.join(' or ')} limit 1`).get()) return name;
  }
  return undefined;
}

type Column = { name: string; dataType: string; enumValues?: string[] | undefined };

/** SQL that matches values we never write; undefined where a column takes any value. */
function faultOf({ name, dataType, enumValues = [] }: Column): string | undefined {
  if (dataType === 'json') return `json_valid("${name}") = 0`;
  if (dataType === 'boolean') return `"${name}" not in (0, 1)`;
  const words = enumValues.map((word) => `'${word.replaceAll("'", "''")}'`);
  return words.length > 0 ? `"${name}" not in (${words.join(', ')})` : undefined;
}
