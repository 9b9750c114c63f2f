import {
  DeleteCampaignDialog,
  StartCampaignDialog,
  StopCampaignDialog,
} from '@views/pages/campaigns/campaign-questions.tsx';
import { CampaignsPage } from '@views/pages/campaigns/campaigns-page.tsx';
import { z } from 'zod';
import type { ErrorCode } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage, trigger } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { requireUpload } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getCampaign, listCampaigns } from './campaigns.queries.ts';
import { CAMPAIGN_MEDIA, CampaignFilter, CampaignInput, CampaignTest } from './campaigns.schema.ts';
import {
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  setCampaignMedia,
  updateCampaign,
} from './campaigns.service.ts';
import { Campaign, CampaignPage, WholeCampaign } from './campaigns.views.ts';
import { cancelCampaign, restartCampaign, startOrRestart } from './engine/run-campaign.service.ts';
import { sendTest } from './engine/send-test-message.service.ts';
import { startOf } from './form/planned-form.queries.ts';
import { hasDefaultLine } from './form/sending-plan.queries.ts';
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
const common = { access: 'supervisor', feature: 'useCampaigns' } as const;
const REFRESH = 'campaign';

export const campaignRoutes = routes([
  endpoint('GET /campaigns', {
    ...common,
    summary: 'A page of campaigns, by name',
    query: CampaignFilter,
    reply: CampaignPage,
    example: () => ({ query: { searchParam: 'natal', pageNumber: 1 } }),
    run: (scope, { query }) => listCampaigns(scope, query),
  }),
  endpoint('GET /campaigns/:campaignId', {
    ...common,
    summary: 'One campaign with its list’s contacts and what became of each',
    reply: WholeCampaign,
    errors: SEEN,
    run: (scope, { campaignId }) => getWholeCampaign(scope, campaignId),
  }),
  pageRoute('GET /campaigns', {
    ...common,
    query: CampaignFilter,
    async answer(c, { query }) {
      const props = {
        page: await listCampaigns(c.var.scope, query),
        searchParam: query.searchParam,
        hasDefaultLine: await hasDefaultLine(c.var.scope),
      };
      const head = { title: 'campaigns:title', active: 'campaigns' };
      return listPage(c, head, (shows) => <CampaignsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /campaigns/:campaignId/delete', {
    ...common,
    answer: async (c, { campaignId }) =>
      fragment(c, <DeleteCampaignDialog campaign={await getCampaign(c.var.scope, campaignId)} />),
  }),
  pageRoute('GET /campaigns/:campaignId/stop', {
    ...common,
    answer: async (c, { campaignId }) =>
      fragment(c, <StopCampaignDialog campaign={await getCampaign(c.var.scope, campaignId)} />),
  }),
  pageRoute('GET /campaigns/:campaignId/start', {
    ...common,
    answer: async (c, { campaignId }) =>
      fragment(c, <StartCampaignDialog {...(await startOf(c.var.scope, campaignId))} />),
  }),
  endpoint('POST /campaigns', {
    ...common,
    summary: 'Creates a campaign; with `scheduledAt` it starts by itself, at that time',
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
    ...common,
    summary:
      'Changes a campaign that has not begun, or name and texts of a cancelled one, and its files if they are missing',
    body: CampaignInput,
    reply: Campaign,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_EDITABLE', 'ERR_CAMPAIGN_WITHOUT_FILE_LIST'],
    example: () => ({ body: { name: 'Ano novo', message1: 'Feliz ano novo!' } }),
    run: (scope, { campaignId, body }) => updateCampaign(scope, { ...body, campaignId }),
  }),
  operation('DELETE /campaigns/:campaignId', {
    ...common,
    summary: 'Deletes a campaign that is not running',
    output: MessageReply,
    errors: [...SEEN, 'ERR_CAMPAIGN_RUNNING'],
    async run(scope, input) {
      await deleteCampaign(scope, input);
      return { message: 'Campaign deleted' };
    },
    form: { done: { toast: 'campaigns:toast.deleted', refresh: REFRESH } },
  }),
  endpoint('POST /campaigns/:campaignId/media-upload', {
    ...common,
    summary: 'Sets or replaces the file of a campaign',
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
    ...common,
    summary: 'Removes the file of a campaign',
    reply: Done,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_EDITABLE'],
    async run(scope, { campaignId }) {
      await setCampaignMedia(scope, { campaignId, media: null });
      return { mensagem: 'Arquivo excluído' };
    },
  }),
  operation('POST /campaigns/:campaignId/cancel', {
    ...common,
    summary: 'Stops a campaign: nothing more of it is sent',
    status: 204,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_RUNNING'],
    example: ({ scheduledCampaignId }) => ({ params: { campaignId: scheduledCampaignId } }),
    run: (scope, input) => cancelCampaign(scope, input),
    form: { done: { toast: 'campaigns:toast.cancelled', refresh: REFRESH } },
  }),
  operation('POST /campaigns/:campaignId/restart', {
    ...common,
    summary: 'Goes on with a cancelled campaign, at its own pace',
    status: 204,
    errors: [...SEEN, 'ERR_CAMPAIGN_NOT_CANCELLED', 'ERR_CAMPAIGN_WITHOUT_FILE_LIST', 'ERR_LIMIT_REACHED'],
    example: ({ cancelledCampaignId }) => ({ params: { campaignId: cancelledCampaignId } }),
    run: (scope, input) => restartCampaign(scope, input),
    form: { done: { toast: 'campaigns:toast.restarted', refresh: REFRESH } },
  }),
  operation('POST /campaigns/:campaignId/start', {
    ...common,
    summary: 'Starts a new or scheduled campaign at once; continues a cancelled one where it stopped',
    status: 204,
    errors: [
      ...SEEN,
      'ERR_CAMPAIGN_NOT_EDITABLE',
      'ERR_CAMPAIGN_NOT_CANCELLED',
      'ERR_CAMPAIGN_WITHOUT_FILE_LIST',
      'ERR_LIMIT_REACHED',
    ],
    run: (scope, input) => startOrRestart(scope, input),
    form: { done: { toast: 'campaigns:toast.started', refresh: REFRESH } },
  }),
  pageRoute('POST /campaigns/:campaignId/duplicate', {
    ...common,
    async answer(c, { campaignId }) {
      await duplicateCampaign(c.var.scope, { campaignId });
      return done(c, { toast: 'campaigns:toast.duplicated', refresh: REFRESH });
    },
  }),
  pageRoute('POST /campaigns/test/:number', {
    ...common,
    form: CampaignTest,
    example: ({ connectionId }) => ({
      params: { number: '1' },
      body: { message1: 'Olá, {nome}', testNumber1: '5511955550009', whatsappId: String(connectionId) },
    }),
    onInvalid: (c) => toastReply(c, 'error', 'validation:invalid'),
    async answer(c, { number, form }) {
      const which = Number(number) as 1 | 2 | 3 | 4 | 5;
      const [text, to] = [form[`message${which}`]?.trim(), form[`testNumber${which}`]];
      if (!text) return toastReply(c, 'error', 'campaigns:test.empty');
      if (!to) return toastReply(c, 'error', 'campaigns:test.noNumber');
      await sendTest(c.var.scope, { text, number: to, connectionId: form.whatsappId ?? null });
      return toastReply(c, 'success', 'campaigns:test.sent');
    },
  }),
]);

function toastReply(c: Ctx, level: 'success' | 'error', key: string): Response {
  trigger(c, { toast: { level, text: c.var.t(key) } });
  return c.body(null, 204);
}
