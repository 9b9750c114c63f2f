import { z } from 'zod';
import { endpoint } from '@/kernel/http/route.ts';
import { exportReport } from './export-report.ts';

export const reportEndpoints = [
  endpoint('GET /campaigns/:campaignId/report.csv', {
    access: 'supervisor',
    plan: 'useCampaigns',
    summary: 'What became of each contact, for a spreadsheet',
    mime: 'text/csv',
    reply: z.string(),
    errors: ['ERR_NO_CAMPAIGN_FOUND'],
    async answer(c, { campaignId }) {
      c.header('Content-Type', 'text/csv; charset=utf-8');
      c.header('Content-Disposition', `attachment; filename="campaign-${campaignId}.csv"`);
      return c.body(await exportReport(c.var.scope, campaignId));
    },
  }),
];
