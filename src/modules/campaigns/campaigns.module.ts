import { defineModule } from '@/kernel/module.ts';
import { campaignPaths } from '@/paths.ts';
import { canManageCampaigns } from './campaigns.policy.ts';
import { type OptOutEvents, tellOptOutChanged } from './opt-outs/opt-outs.events.ts';
import { optOutsPages } from './opt-outs/opt-outs.pages.tsx';
import { campaignSettingsEndpoints } from './settings/campaign-settings.endpoints.ts';
import {
  type CampaignSettingEvents,
  tellLimitChanged,
  tellSettingsChanged,
} from './settings/campaign-settings.events.ts';
import { campaignSettingsPages } from './settings/campaign-settings.pages.tsx';

export const campaigns = defineModule<{ events: keyof CampaignSettingEvents | keyof OptOutEvents }>({
  name: 'campaigns',
  endpoints: campaignSettingsEndpoints,
  pages: [...campaignSettingsPages, ...optOutsPages],
  menu: [
    {
      key: 'campaignsConfig',
      href: campaignPaths.settings(),
      icon: 'timer',
      section: 'admin',
      position: 8,
      isFor: canManageCampaigns,
      plan: 'useCampaigns',
    },
  ],
  listeners: {
    'campaign-settings.changed': tellSettingsChanged,
    'sending-limit.changed': tellLimitChanged,
    'opt-out.changed': tellOptOutChanged,
  },
});
