import { monitorEventLoopDelay } from 'node:perf_hooks';
import { statusAlerts } from '@db/platform/schema/index.ts';
import { isNull } from 'drizzle-orm';
import type { Kernel } from '@/core/scope.ts';
import { type AlertWatch, createAlertWatch } from './alert-watch.state.ts';
import type { Buckets } from './percentiles.logic.ts';

declare module '@/core/scope.ts' {
  interface Services {
    status: Status;
  }
}

export type Status = {
  /** p95 since `forget`, in milliseconds. */
  loopDelay(): number;
  forgetDelay(): void;
  watch: AlertWatch;
  counted: { stored?: Buckets; sent?: Buckets };
  sampledAt: number;
  /** Microseconds of processor time at the last sample. */
  processorAt: number;
  countOpenAlerts(): Promise<number>;
  stop(): void;
};

type Delays = ReturnType<typeof monitorEventLoopDelay>;

const RESOLUTION_MS = 50;

export function createStatus({ platform }: Kernel): Status {
  let delays: Delays | undefined;
  function begun(): Delays {
    if (!delays) {
      delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      delays.enable();
    }
    return delays;
  }
  return {
    loopDelay() {
      const found = begun();
      return found.count === 0 ? 0 : Math.max(0, found.percentile(95) / 1e6);
    },
    forgetDelay: () => begun().reset(),
    watch: createAlertWatch(),
    counted: {},
    sampledAt: Number.NEGATIVE_INFINITY,
    processorAt: 0,
    countOpenAlerts: () =>
      platform.remember([statusAlerts], 'open alerts', async () =>
        platform.db.$count(statusAlerts, isNull(statusAlerts.endedAt)),
      ),
    stop: () => delays?.disable(),
  };
}
