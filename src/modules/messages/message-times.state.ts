import { Histogram } from 'prom-client';

declare module '@/core/scope.ts' {
  interface Services {
    /** Seconds, over all companies. */
    messageTimes: MessageTimes;
  }
}

export type MessageTimes = {
  stored: Histogram;
  /** From the row to WhatsApp's acknowledgement, including the wait for a connection. */
  sent: Histogram;
};

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export function createMessageTimes(): MessageTimes {
  const histogram = (name: string, help: string) => new Histogram({ name, help, buckets, registers: [] });
  return {
    stored: histogram('balcao_message_stored_seconds', 'From arrival to commit.'),
    sent: histogram('balcao_message_sent_seconds', "From its row to WhatsApp's word."),
  };
}
