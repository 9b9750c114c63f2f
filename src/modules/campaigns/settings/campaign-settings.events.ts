import type { Listener } from '@/core/events.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { listCampaignSettings } from './campaign-settings.queries.ts';

export interface CampaignSettingEvents {
  'campaign-settings.changed': Record<never, never>;
  'sending-limit.changed': { connectionId: number };
}
declare module '@/core/events.ts' {
  interface EventMap extends CampaignSettingEvents {}
}

export const publishSettingsChanged: Listener<'campaign-settings.changed'> = async (scope) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'campaignSettings',
    // The contract's action, also for changes.
    data: { action: 'create', record: await listCampaignSettings(scope) },
    canReceive: (actor) => canManageCampaigns(actor),
  });

export const publishLimitChanged: Listener<'sending-limit.changed'> = (
  { kernel, companyId },
  { connectionId },
) =>
  kernel.hub.deliver(companyId, {
    channel: 'sendingLimit',
    data: { action: 'update', connectionId },
    canReceive: (actor) => canManageCampaigns(actor),
  });
