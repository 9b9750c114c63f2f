import { z } from 'zod';
import { answerCsv } from '@/core/http/responses/send-csv.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { exportReport } from './export-report.service.ts';

export const reportEndpoints = [
  endpoint('GET /campaigns/:campaignId/report.csv', {
    access: 'supervisor',
    feature: 'useCampaigns',
    summary: 'The report of a campaign as CSV: what became of each contact',
    mime: 'text/csv',
    reply: z.string(),
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_PROOF_REQUIRED'],
    answer: (c, { campaignId }) =>
      answerCsv(c, `campaign-${campaignId}`, () => exportReport(c.var.scope, campaignId)),
  }),
];
