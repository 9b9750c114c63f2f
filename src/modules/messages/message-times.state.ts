import { createHistogram, type Histogram } from '@/core/histogram.ts';

declare module '@/core/scope.ts' {
  interface Services {
    /** Milliseconds, over all companies. */
    messageTimes: MessageTimes;
  }
}

export type MessageTimes = {
  stored: Histogram;
  /** From the row to WhatsApp's acknowledgement, including the wait for a connection. */
  sent: Histogram;
};

const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000];

export const createMessageTimes = (): MessageTimes => ({
  stored: createHistogram(BOUNDS_MS),
  sent: createHistogram(BOUNDS_MS),
});
