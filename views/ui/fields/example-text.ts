import {
  canonicalName,
  unknownVariables,
  VARIABLE,
  valueNamed,
} from '@/modules/messages/write/variable-names.schema.ts';

export type Filled = { text: string; unknown: string[] };

/** For previews; the server uses messages/write. Variables without an example stay as typed. */
export function fillExample(text: string, values: Record<string, string>): Filled {
  const filled = text.replace(
    VARIABLE,
    (typed: string, triple?: string, double?: string, single?: string) =>
      valueNamed((triple ?? double ?? single ?? '').trim(), values) ?? typed,
  );
  const own = Object.keys(values).filter((name) => canonicalName(name) === undefined);
  return { text: filled, unknown: unknownVariables(text, own) };
}
