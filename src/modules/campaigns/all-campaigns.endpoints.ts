import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { JSON_TYPE } from '@/core/json-stream.ts';
import { streamCampaigns } from './campaigns.queries.ts';
import { Campaign } from './campaigns.views.ts';

export const allCampaignsEndpoints = [
  endpoint('GET /campaigns/list', {
    access: 'supervisor',
    feature: 'useCampaigns',
    summary: 'All campaigns by name',
    reply: z.array(Campaign),
    answer: async (c) => c.body(await streamCampaigns(c.var.scope), 200, JSON_TYPE),
  }),
];
