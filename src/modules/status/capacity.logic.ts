import type { Sample } from './samples.service.ts';

export type Capacity = {
  level: 'enough' | 'soon' | 'full';
  /** Companies with a WhatsApp session, and how many fit by memory and open files. */
  companies: { used: number; most: number };
  /** Bytes: the peak of the last day, and what this process may use. */
  memory: { used: number; most: number };
  /** Share of one core, as one thread does the work: 0 to 1, in the busiest hour of the last day. */
  processor: number;
};

type Known = { companies: Capacity['companies']; memoryBytes: number; memoryLimit: number };

const SOON = 0.75;
const FULL = 0.9;
const HOUR_MS = 3_600_000;

/** Says when it is time for a larger server (docs/operations/capacity.md). */
export function capacityOf(
  { companies, memoryBytes, memoryLimit }: Known,
  samples: Pick<Sample, 'at' | 'memoryBytes' | 'processor'>[],
): Capacity {
  const memory = {
    used: Math.max(memoryBytes, ...samples.map((sample) => sample.memoryBytes)),
    most: memoryLimit,
  };
  const processor = busiestHour(samples);
  const fullest = Math.max(companies.used / companies.most, memory.used / memory.most, processor);
  return {
    level: fullest >= FULL ? 'full' : fullest >= SOON ? 'soon' : 'enough',
    companies,
    memory,
    processor,
  };
}

/** A single busy sample, as during a backup, is no hour. */
function busiestHour(samples: Pick<Sample, 'at' | 'processor'>[]): number {
  const hours = samples.map(({ at }) => {
    const until = at.getTime() + HOUR_MS;
    const within = samples.filter((one) => one.at >= at && one.at.getTime() < until);
    return within.reduce((sum, one) => sum + (one.processor ?? 0), 0) / Math.max(within.length, A_WHOLE_HOUR);
  });
  return Math.max(0, ...hours);
}

/** Samples of an hour, less one for a late timer. */
const A_WHOLE_HOUR = 11;
