import type { CampaignView } from '@/modules/campaigns/campaigns.views.ts';
import type { Report } from '@/modules/campaigns/report/report.queries.ts';
import type { ReportContactPage } from '@/modules/campaigns/report/report.schema.ts';
import { campaignPaths, REPORT_CONTACTS } from '@/paths.ts';
import { useI18n } from '../../i18n.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { downloadsProven, opensDialog } from '../../ui/dialog.tsx';
import { ListAction, ListPage } from '../../ui/list-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type ContactQuery, contactColumns, noContacts, stateOptions } from './report-contacts.tsx';
import { ReportFacts } from './report-facts.tsx';

export { ReportFacts };

type ReportPageProps = {
  campaign: CampaignView;
  report: Report;
  contacts: ReportContactPage;
  query: ContactQuery;
  now: string;
};

export function ReportPage({ campaign, report, contacts, query, now }: ReportPageProps) {
  const { t, timeZone } = useI18n();
  const { id, name } = campaign;
  return (
    <>
      <PageHeader title={t('campaigns:reportPage.title', { name })}>
        <Button icon="users" {...opensDialog(campaignPaths.unanswered(id))}>
          {t('campaigns:unanswered.button')}
        </Button>
        <LinkButton href={campaignPaths.list()} icon="arrow-left">
          {t('campaigns:reportPage.back')}
        </LinkButton>
      </PageHeader>
      <div
        id="campaign-report"
        hx-get={campaignPaths.report(id)}
        hx-trigger="refresh:campaignProgress from:document, refresh:campaign from:document"
        hx-target="this"
        hx-swap="innerMorph"
        hx-sync="this:replace"
      >
        <ReportFacts {...{ campaign, report, now }} />
      </div>
      <div id={REPORT_CONTACTS} className="mt-6 scroll-mt-20">
        <ListPage
          shows="page"
          name="campaign-contact"
          title={t('campaigns:reportPage.contacts')}
          href={campaignPaths.reportContacts(id)}
          refresh={['campaignProgress', 'campaign']}
          swap="innerMorph"
          query={{ searchParam: query.searchParam, state: query.state }}
          search={t('common:search')}
          filters={[{ name: 'state', label: t('campaigns:reportPage.state'), options: stateOptions(t) }]}
          actions={
            <ListAction
              icon="download"
              label={t('campaigns:reportPage.csv')}
              {...downloadsProven('campaign-csv', campaignPaths.reportCsv(id))}
            />
          }
          sorted={{ by: 'sending' }}
          columns={contactColumns(t, timeZone)}
          items={contacts.records}
          hasMore={contacts.hasMore}
          empty={noContacts(t)}
        />
      </div>
    </>
  );
}

type ReportContactsProps = { campaignId: number; contacts: ReportContactPage; query: ContactQuery };

export function ReportContacts({ campaignId, contacts, query }: ReportContactsProps) {
  const { t, timeZone } = useI18n();
  return (
    <ListPage
      shows="rows"
      name="campaign-contact"
      title=""
      href={campaignPaths.reportContacts(campaignId)}
      refresh="campaignProgress"
      query={{ searchParam: query.searchParam, state: query.state }}
      sorted={{ by: 'sending' }}
      columns={contactColumns(t, timeZone)}
      items={contacts.records}
      hasMore={contacts.hasMore}
      empty={noContacts(t)}
    />
  );
}
