import type { Listener } from '@/kernel/bus.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { listCampaignSettings } from './campaign-settings.queries.ts';

export interface CampaignSettingEvents {
  'campaign-settings.changed': Record<never, never>;
  'sending-limit.changed': { connectionId: number };
}
declare module '@/kernel/bus.ts' {
  interface EventMap extends CampaignSettingEvents {}
}

export const tellSettingsChanged: Listener<'campaign-settings.changed'> = async (scope) =>
  scope.kernel.hub.deliver(scope.companyId, {
    channel: 'campaignSettings',
    // The contract's word, also for what is changed.
    data: { action: 'create', record: await listCampaignSettings(scope) },
    canHear: (actor) => canManageCampaigns(actor),
  });

export const tellLimitChanged: Listener<'sending-limit.changed'> = (
  { kernel, companyId },
  { connectionId },
) =>
  kernel.hub.deliver(companyId, {
    channel: 'sendingLimit',
    data: { action: 'update', connectionId },
    canHear: (actor) => canManageCampaigns(actor),
  });
