import { keyOf, type Trouble } from './find-troubles.logic.ts';

export type AlertWatch = {
  step(ticks: number, found: Trouble[], open: string[]): { begun: Trouble[]; ended: string[] };
};

const CALM_MS = 10 * 60_000;

/** Reports once when a trouble has lasted, and once when it has been over for ten minutes. Measured in ticks. */
export function createAlertWatch(): AlertWatch {
  const since = new Map<string, number>();
  const calm = new Map<string, number>();

  return {
    step(ticks, found, open) {
      const now = new Map(found.map((trouble) => [keyOf(trouble), trouble]));
      for (const key of since.keys()) if (!now.has(key)) since.delete(key);
      for (const key of calm.keys()) if (now.has(key) || !open.includes(key)) calm.delete(key);
      const begun: Trouble[] = [];
      for (const [key, trouble] of now) {
        const first = since.get(key) ?? ticks;
        since.set(key, first);
        if (!open.includes(key) && ticks - first >= trouble.patienceMs) begun.push(trouble);
      }
      const ended: string[] = [];
      for (const key of open.filter((one) => !now.has(one))) {
        const first = calm.get(key) ?? ticks;
        calm.set(key, first);
        if (ticks - first >= CALM_MS) ended.push(key);
      }
      return { begun, ended };
    },
  };
}
