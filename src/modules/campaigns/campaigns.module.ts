import { campaigns as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { campaignPaths } from '@/paths.ts';
import { allCampaignsEndpoints } from './all-campaigns.endpoints.ts';
import {
  type CampaignEvents,
  campaignContract,
  createNews,
  onTicketMoved,
  publishCreated,
  publishDeleted,
  publishStopped,
  publishUpdated,
} from './campaigns.events.ts';
import { canManageCampaigns } from './campaigns.policy.ts';
import { findCampaignMedium } from './campaigns.queries.ts';
import { campaignRoutes } from './campaigns.routes.tsx';
import { createCampaignPace } from './engine/campaign-pace.state.ts';
import type { CampaignWork } from './engine/campaign-queue.service.ts';
import { takeStep } from './engine/campaign-step.outbox.ts';
import { mergeCampaigns, noteCampaigns, partCampaigns } from './engine/contact-merge.steps.ts';
import { onCustomerMessage, stayClosed } from './engine/customer-messages.steps.ts';
import { followConnection } from './engine/follow-connection.listener.ts';
import { noteOutcome } from './engine/message-outcome.steps.ts';
import { dueCampaigns } from './engine/start-campaign.service.ts';
import { stopOnRestriction, stopWithoutFiles } from './engine/stop-campaign.service.ts';
import { campaignFormPages } from './form/campaign-form.pages.tsx';
import { type OptOutEvents, publishOptOutChanged } from './opt-outs/opt-outs.events.ts';
import { optOutsPages } from './opt-outs/opt-outs.pages.tsx';
import { reportEndpoints } from './report/report.endpoints.ts';
import { reportPages } from './report/report.pages.tsx';
import { sendingThroughPages } from './sending-through.pages.tsx';
import { campaignSettingsEndpoints } from './settings/campaign-settings.endpoints.ts';
import {
  type CampaignSettingEvents,
  publishLimitChanged,
  publishSettingsChanged,
} from './settings/campaign-settings.events.ts';
import { campaignSettingsPages } from './settings/campaign-settings.pages.tsx';
import { unansweredPages } from './unanswered/unanswered.pages.tsx';

const errors = {
  ERR_NO_CAMPAIGN_FOUND: 404,
  ERR_CAMPAIGN_NOT_EDITABLE: 400,
  ERR_CAMPAIGN_RUNNING: 400,
  ERR_CAMPAIGN_NOT_RUNNING: 400,
  ERR_CAMPAIGN_NOT_CANCELLED: 400,
  ERR_CAMPAIGN_WITHOUT_FILE_LIST: 400,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const campaigns = defineModule<{
  errors: keyof Errors;
  events: keyof CampaignEvents | keyof CampaignSettingEvents | keyof OptOutEvents;
  outbox: keyof CampaignWork;
  services: 'campaignPace' | 'campaignNews';
}>({
  name: 'campaigns',
  errors,
  endpoints: [
    ...reportEndpoints,
    ...allCampaignsEndpoints,
    ...campaignRoutes.endpoints,
    ...campaignSettingsEndpoints,
  ],
  pages: [
    ...sendingThroughPages,
    ...campaignFormPages,
    ...campaignRoutes.pages,
    ...reportPages,
    ...campaignSettingsPages,
    ...optOutsPages,
    ...unansweredPages,
  ],
  menu: [
    {
      key: 'campaigns',
      label: 'campaigns:title',
      href: campaignPaths.list(),
      icon: 'megaphone',
      section: 'campaigns',
      position: 10,
      isFor: canManageCampaigns,
      feature: 'useCampaigns',
    },
    {
      key: 'campaignsConfig',
      label: 'campaignSettings:title',
      href: campaignPaths.settings(),
      icon: 'timer',
      section: 'campaigns',
      position: 20,
      isFor: canManageCampaigns,
      feature: 'useCampaigns',
    },
  ],
  listeners: {
    'campaign.created': publishCreated,
    'campaign.updated': publishUpdated,
    'campaign.deleted': publishDeleted,
    'campaign.moved': onTicketMoved,
    'campaign.stopped': publishStopped,
    'campaign-settings.changed': publishSettingsChanged,
    'sending-limit.changed': publishLimitChanged,
    'opt-out.changed': publishOptOutChanged,
  },
  contract: campaignContract,
  subscriptions: { 'connection.session': followConnection },
  outbox: { 'campaign.step': takeStep },
  steps: {
    'connection.restricted': stopOnRestriction,
    'fileList.deleting': stopWithoutFiles,
    'message.settled': noteOutcome,
    'message.arrived': onCustomerMessage,
    'ticket.reopening': stayClosed,
    'contacts.merge.noting': noteCampaigns,
    'contacts.merging': mergeCampaigns,
    'contacts.parting': partCampaigns,
  },
  services: {
    campaignPace: ({ ticks }) => createCampaignPace(ticks),
    campaignNews: createNews,
  },
  media: [{ column: rows.mediaPath, find: findCampaignMedium }],
  companyJobs: [dueCampaigns],
});
