import { z } from 'zod';
import { answerCsv } from '@/kernel/http/answer-csv.ts';
import { endpoint } from '@/kernel/http/route.ts';
import { exportReport } from './export-report.ts';

export const reportEndpoints = [
  endpoint('GET /campaigns/:campaignId/report.csv', {
    access: 'supervisor',
    plan: 'useCampaigns',
    summary: 'What became of each contact, for a spreadsheet',
    mime: 'text/csv',
    reply: z.string(),
    errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_PROOF_REQUIRED'],
    answer: (c, { campaignId }) =>
      answerCsv(c, `campaign-${campaignId}`, () => exportReport(c.var.scope, campaignId)),
  }),
];
