import * as platformSchema from '@db/platform/schema/index.ts';
import * as tenantSchema from '@db/tenant/schema/index.ts';
import { secretProperties } from '../db/annotations.ts';
import { isEncrypted } from '../security/encrypted-text.ts';

export type Fields = Record<string, unknown>;
type Changes = { before: Fields | null; after: Fields | null };

export const MASKED = '•••';

/** Columns that hold nothing but a secret. `value` of a setting holds one only at times, and then shows it. */
const SECRET_FIELDS = new Set(
  [tenantSchema, platformSchema]
    .flatMap((schema) => secretProperties(schema))
    .filter((name) => name !== 'value'),
);
/** Inputs that no column has, also with more in front. */
const SECRET_INPUT =
  /pass(word|phrase)|secret|token$|hash$|(api|voice|private|webhook)key$|jsoncontent|credential|certificate/i;
const UNTOLD = new Set('id companyId createdAt updatedAt seenAt online tokenVersion'.split(' '));
const MAX_LETTERS = 65_536;

/** Returns the differing fields; for a new or deleted row, all non-empty ones. Undefined when nothing differs. */
export function changesOf(before: Fields | undefined, after: Fields | undefined): Changes | undefined {
  if (!before && !after) return { before: null, after: null };
  const names = Object.keys({ ...before, ...after }).filter((name) => !UNTOLD.has(name));
  const recorded = names.filter((name) =>
    before && after
      ? textOf(before[name]) !== textOf(after[name])
      : !isEmpty(before ? before[name] : after?.[name]),
  );
  if (before && after && recorded.length === 0) return undefined;
  const pick = (fields: Fields | undefined) =>
    fields ? Object.fromEntries(recorded.map((name) => [name, shown(name, fields[name])])) : null;
  return { before: pick(before), after: pick(after) };
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

const textOf = (value: unknown) => JSON.stringify(value ?? null);

function shown(name: string, value: unknown): unknown {
  if (isEmpty(value)) return value === undefined ? null : value;
  if (SECRET_FIELDS.has(name) || SECRET_INPUT.test(name)) return MASKED;
  if (typeof value === 'string')
    return isEncrypted(value) ? MASKED : value.slice(0, MAX_LETTERS).toWellFormed();
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return MASKED;
  if (Array.isArray(value)) return value.map((one) => shown('', one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(key, inner)]));
  return value;
}
