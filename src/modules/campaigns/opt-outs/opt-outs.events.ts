import type { Listener } from '@/core/events.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';

export interface OptOutEvents {
  'opt-out.changed': { number: string };
}
declare module '@/core/events.ts' {
  interface EventMap extends OptOutEvents {}
}

export const publishOptOutChanged: Listener<'opt-out.changed'> = ({ kernel, companyId }) =>
  kernel.hub.deliver(companyId, {
    channel: 'optOut',
    data: { action: 'reload' },
    canReceive: (actor) => canManageCampaigns(actor),
  });
