import type { PushSender } from '@/modules/notifications/web-push.client.ts';

export type FakePush = PushSender & {
  sent: { endpoint: string; topic: string; payload: Record<string, unknown> }[];
  next(...outcomes: ('gone' | Error)[]): void;
};

export function createFakePush(): FakePush {
  const outcomes: ('gone' | Error)[] = [];
  const fake: FakePush = {
    sent: [],
    next: (...more) => void outcomes.push(...more),
    async send({ endpoint }, payload, topic) {
      const outcome = outcomes.shift();
      if (outcome instanceof Error) throw outcome;
      if (outcome) return outcome;
      fake.sent.push({ endpoint, topic, payload: JSON.parse(payload) as Record<string, unknown> });
      return 'sent';
    },
  };
  return fake;
}
