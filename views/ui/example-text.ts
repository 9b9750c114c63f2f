import {
  canonicalName,
  unknownVariables,
  VARIABLE,
  valueNamed,
} from '@/modules/messages/write/variable-names.schema.ts';

export type Filled = { text: string; unknown: string[] };

/** For previews; the server fills in by messages/write. What has no example stays as it was typed. */
export function fillExample(text: string, values: Record<string, string>): Filled {
  const filled = text.replace(
    VARIABLE,
    (typed: string, triple?: string, double?: string, single?: string) =>
      valueNamed((triple ?? double ?? single ?? '').trim(), values) ?? typed,
  );
  const own = Object.keys(values).filter((name) => canonicalName(name) === undefined);
  return { text: filled, unknown: unknownVariables(text, own) };
}
