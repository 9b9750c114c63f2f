import { ReportContacts, ReportFacts, ReportPage } from '@views/pages/campaigns/report-page.tsx';
import { isPartial } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { campaignPaths, withQuery } from '@/paths.ts';
import { getCampaign } from '../campaigns.queries.ts';
import { ShippingFilter } from '../campaigns.schema.ts';
import { retryFailed } from '../engine/run-campaign.service.ts';
import { getReport, listReportContacts } from './report.queries.ts';

const guard = { access: 'supervisor', feature: 'useCampaigns' } as const;

export const reportPages = [
  pageRoute('GET /campaign/:campaignId/report', {
    ...guard,
    query: ShippingFilter,
    async answer(c, { campaignId, query }) {
      const { scope } = c.var;
      const campaign = await getCampaign(scope, campaignId);
      const report = await getReport(scope, campaignId);
      const now = scope.now().toISOString();
      if (isPartial(c)) return fragment(c, <ReportFacts {...{ campaign, report, now }} />);
      const contacts = await listReportContacts(scope, { ...query, campaignId });
      const head = { title: 'campaigns:title', active: 'campaigns' };
      return page(c, head, <ReportPage {...{ campaign, report, contacts, now, query }} />);
    },
  }),
  pageRoute('GET /campaign/:campaignId/report/contacts', {
    ...guard,
    query: ShippingFilter,
    async answer(c, { campaignId, query }) {
      const contacts = await listReportContacts(c.var.scope, { ...query, campaignId });
      const { searchParam, state } = query;
      // A filter leaves this address in the address bar, and a reload asks for it.
      if (!isPartial(c))
        return c.redirect(withQuery(campaignPaths.report(campaignId), { searchParam, state }));
      return fragment(c, <ReportContacts {...{ campaignId, contacts, query }} />);
    },
  }),
  pageRoute('POST /campaign/:campaignId/retry', {
    ...guard,
    async answer(c, { campaignId }) {
      const count = await retryFailed(c.var.scope, { campaignId });
      return done(c, { toast: 'campaigns:toast.retried', vars: { count }, refresh: 'campaignProgress' });
    },
  }),
];
