import type { SimulatorView } from './simulator.schema.ts';

export type Unseen = {
  lines: boolean;
  faults: boolean;
  changed: string[];
  arrived: string[];
};

const LINES = 'lines';
const FAULTS = 'faults';

export function sightOf({ lines, faults, customers }: SimulatorView): string {
  const parts = [
    [LINES, lines],
    [FAULTS, faults],
    ...customers.map((customer) => [customer.number, customer] as const),
  ] as const;
  return parts.map(([key, part]) => `${key}.${digest(part)}`).join('-');
}

export function unseen(before: string, now: string): Unseen {
  const had = new Map(before.split('-').map((part) => part.split('.') as [string, string | undefined]));
  const keys = now
    .split('-')
    .map((part) => part.split('.'))
    .filter(([key = '', hash]) => had.get(key) !== hash)
    .map(([key = '']) => key);
  const numbers = keys.filter((key) => key !== LINES && key !== FAULTS);
  return {
    lines: keys.includes(LINES),
    faults: keys.includes(FAULTS),
    changed: numbers.filter((number) => had.has(number)),
    arrived: numbers.filter((number) => !had.has(number)),
  };
}

function digest(part: unknown): string {
  return Bun.hash(JSON.stringify(part)).toString(36).slice(-6);
}
