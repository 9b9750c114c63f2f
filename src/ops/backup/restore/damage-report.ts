import { appendFileSync, rmSync } from 'node:fs';
import { failureOf, isEverybodys } from '../backup-failure.ts';

export type Damage = {
  /** 0 is the platform. */
  companyId: number;
  company: string | null;
  conversation: string | null;
  file: string;
  what: string;
};

export type DamageReport = {
  readonly count: number;
  readonly first: Damage[];
  add(damage: Damage): void;
  /** Writes the report to this file from now on, replacing its content. */
  begin(path: string): void;
};

const FIRST = 100;

/** The file holds everything; only the first ones are retained for the terminal, because there may be millions. */
export function createDamageReport(): DamageReport {
  let count = 0;
  let file: string | undefined;
  const first: Damage[] = [];
  const write = (damage: Damage) => {
    if (file) appendFileSync(file, `${lineOfDamage(damage)}\n`, { mode: 0o600 });
  };
  return {
    get count() {
      return count;
    },
    first,
    add(damage) {
      count += 1;
      if (first.length < FIRST) first.push(damage);
      write(damage);
    },
    begin(path) {
      rmSync(path, { force: true });
      file = path;
      for (const damage of first) write(damage);
    },
  };
}

export function lineOfDamage({ companyId, company, conversation, file, what }: Damage): string {
  const name = companyId === 0 ? 'platform' : `company ${companyId}${company ? ` (${company})` : ''}`;
  return [name, conversation, file].filter(Boolean).join(', ').concat(`: ${what}`);
}

/** Rethrows failures that concern more than this object: an unreachable store, a full disk. */
export function requireDamage(error: unknown): void {
  const failure = failureOf(error);
  if (isEverybodys(failure) || failure.reason !== 'unreadable') throw error;
}
