import { LEFT_OUT } from './left-out.ts';

const used = new Set<string>();

/** A location that the reply does not fill proves nothing, so it counts as missing. */
export function missingKeys(call: string, body: unknown, at: string, keys: string[]): string[] {
  const found = valuesAt(body, at.split('.').filter(Boolean)).filter((one) => one !== null);
  if (found.length === 0) return ['(nothing there)'];
  return keys.filter((key) => !found.every((one) => key in Object(one)) && !isExcused(`${call} ${at}`, key));
}

export function unusedExcuses(): string[] {
  const all = LEFT_OUT.flatMap(({ where, keys }) => keys.split(' ').map((key) => `${where} ${key}`));
  return all.filter((excuse) => !used.has(excuse));
}

function isExcused(path: string, key: string): boolean {
  const excuse = LEFT_OUT.find(({ where, keys }) => where.test(path) && keys.split(' ').includes(key));
  if (excuse) used.add(`${excuse.where} ${key}`);
  return excuse !== undefined;
}

function valuesAt(value: unknown, [step, ...rest]: string[]): unknown[] {
  if (step === undefined) return [value];
  if (step === '*') return Array.isArray(value) ? value.flatMap((one) => valuesAt(one, rest)) : [];
  return valuesAt((value as Record<string, unknown> | null | undefined)?.[step] ?? null, rest);
}
