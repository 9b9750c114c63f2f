import { z } from 'zod';
import type { ErrorCode } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { requireUpload } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getCampaign, listCampaigns } from './campaigns.queries.ts';
import { CAMPAIGN_MEDIA, CampaignFilter, CampaignInput } from './campaigns.schema.ts';
import { createCampaign, deleteCampaign, setCampaignMedia, updateCampaign } from './campaigns.service.ts';
import { Campaign, CampaignPage, WholeCampaign } from './campaigns.views.ts';
import { cancelCampaign, restartCampaign } from './engine/run-campaign.service.ts';
import { getWholeCampaign } from './whole-campaign.queries.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    campaignId: number;
    campaignListId: number;
    scheduledCampaignId: number;
    cancelledCampaignId: number;
  }
}

const Done = z.strictObject({ mensagem: z.string() });
const SEEN: ErrorCode[] = ['ERR_NO_CAMPAIGN_FOUND'];
const access = 'supervisor';
const feature = 'useCampaigns';

export const campaignsEndpoints = [
  endpoint('GET /campaigns', {
    ...{ access, feature },
    summary: 'A page of campaigns, by name',
    query: CampaignFilter,
    reply: CampaignPage,
    example: () => ({ query: { searchParam: 'natal', pageNumber: 1 } }),
    run: (scope, { query }) => listCampaigns(scope, query),
  }),
  endpoint('GET /campaigns/:campaignId', {
    ...{ access, feature },
    summary: 'One campaign with its list’s contacts and what became of each',
    reply: WholeCampaign,
    errors: SEEN,
    run: (scope, { campaignId }) => getWholeCampaign(scope, campaignId),
  }),
  endpoint('POST /campaigns', {
    ...{ access, feature },
    summary: 'Makes a campaign; with `scheduledAt` it starts by itself, at that time',
    body: CampaignInput,
    reply: Campaign,
    errors: ['ERR_LIMIT_REACHED'],
    example: ({ connectionId, campaignListId }) => ({
      body: {
        ...{ name: 'Natal', message1: 'Boas festas, {nome}!', scheduledAt: null },
        ...{ whatsappId: connectionId, contactListId: campaignListId },
      },
    }),
    run: (scope, { body }) => createCampaign(scope, body),
  }),
  endpoint('PUT /campaigns/:campaignId', {
    ...{ access, feature },
    summary: 'Changes one that has not begun, or name and texts of a cancelled one',
    body: CampaignInput,
    reply: Campaign,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_EDITABLE'],
    example: () => ({ body: { name: 'Ano novo', message1: 'Feliz ano novo!' } }),
    run: (scope, { campaignId, body }) => updateCampaign(scope, { ...body, campaignId }),
  }),
  endpoint('DELETE /campaigns/:campaignId', {
    ...{ access, feature },
    summary: 'Deletes one that is not running',
    reply: MessageReply,
    errors: [...SEEN, 'ERR_CAMPAIGN_RUNNING'],
    async run(scope, { campaignId }) {
      await deleteCampaign(scope, { campaignId });
      return { message: 'Campaign deleted' };
    },
  }),
  endpoint('POST /campaigns/:campaignId/media-upload', {
    ...{ access, feature },
    summary: 'Gives it a file, in the place of the one it had',
    files: CAMPAIGN_MEDIA,
    reply: Done,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_EDITABLE', 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: () => ({ file: { name: 'oferta.txt', content: 'oferta' } }),
    async answer(c, { campaignId }) {
      await getCampaign(c.var.scope, campaignId);
      const media = await requireUpload(c);
      await setCampaignMedia(c.var.scope, { campaignId, media });
      return c.json({ mensagem: 'Mensagem enviada' });
    },
  }),
  endpoint('DELETE /campaigns/:campaignId/media-upload', {
    ...{ access, feature },
    summary: 'Takes its file away',
    reply: Done,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_EDITABLE'],
    async run(scope, { campaignId }) {
      await setCampaignMedia(scope, { campaignId, media: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
  endpoint('POST /campaigns/:campaignId/cancel', {
    ...{ access, feature },
    summary: 'Stops a campaign: nothing more of it is sent',
    status: 204,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_RUNNING'],
    example: ({ scheduledCampaignId }) => ({ params: { campaignId: scheduledCampaignId } }),
    run: (scope, { campaignId }) => cancelCampaign(scope, { campaignId }),
  }),
  endpoint('POST /campaigns/:campaignId/restart', {
    ...{ access, feature },
    summary: 'Goes on with a cancelled campaign, at its own pace',
    status: 204,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_CANCELLED', 'ERR_LIMIT_REACHED'],
    example: ({ cancelledCampaignId }) => ({ params: { campaignId: cancelledCampaignId } }),
    run: (scope, { campaignId }) => restartCampaign(scope, { campaignId }),
  }),
];
