import { applyReceipts } from '@/modules/messages/send/apply-receipts.service.ts';
import type { Sent } from './past-network.ts';
import type { Random } from './random.ts';
import { SECOND } from './time.ts';
import type { Timeline } from './timeline.ts';

const READ = 0.94;

/** The customers' phones: two ticks, and blue ones when the customer looks. */
export function giveReceipts(timeline: Timeline, random: Random): void {
  timeline.follow(({ id, jid, content, target }: Sent, at) => {
    if (content.type === 'reaction' || content.type === 'delete') return;
    const plan = (when: number, ack: number) =>
      timeline.plan(when, '', (scope) =>
        applyReceipts(scope, target.connectionId, [{ id, chat: [jid], ack }]),
      );
    const delivered = at + random.between(2, 9) * SECOND;
    const isRead = random.chance(READ);
    // Most phones are in somebody's hand: they deliver and show at the same moment.
    const isLater = random.chance(0.2);
    if (!isRead || isLater) plan(delivered, 3);
    if (isRead) plan(delivered + (isLater ? random.between(5, 40) * SECOND : 0), 4);
  });
}
