import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { listCampaignSettings } from './campaign-settings.queries.ts';
import { CampaignSettingsBody } from './campaign-settings.schema.ts';
import { saveCampaignSettings } from './campaign-settings.service.ts';
import { CampaignSetting } from './campaign-settings.views.ts';

export const campaignSettingsEndpoints = [
  endpoint('GET /campaign-settings', {
    access: 'supervisor',
    feature: 'useCampaigns',
    summary: 'Intervals and own variables, each value as JSON text; empty until some were saved',
    reply: z.array(CampaignSetting),
    run: (scope) => listCampaignSettings(scope),
  }),
  endpoint('POST /campaign-settings', {
    access: 'supervisor',
    feature: 'useCampaigns',
    summary: 'Changes intervals and own variables; numbers may come as text',
    body: CampaignSettingsBody,
    reply: z.array(CampaignSetting),
    example: () => ({
      body: {
        settings: {
          messageInterval: 10,
          longerIntervalAfter: '40',
          greaterInterval: 120,
          variables: [{ key: 'cupom', value: 'DEZ' }],
        },
      },
    }),
    run: (scope, { body }) => saveCampaignSettings(scope, body.settings),
  }),
];
