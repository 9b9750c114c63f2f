import { createHistogram, type Histogram } from '@/kernel/histogram.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    /** Milliseconds; of all companies together. */
    messageTimes: MessageTimes;
  }
}

export type MessageTimes = {
  /** From the moment the desk has it to its commit. */
  stored: Histogram;
  /** From the row to WhatsApp's word that it has it: waiting for a connection counts. */
  sent: Histogram;
};

const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000];

export const createMessageTimes = (): MessageTimes => ({
  stored: createHistogram(BOUNDS_MS),
  sent: createHistogram(BOUNDS_MS),
});
