import { CampaignDialog } from '@views/pages/campaigns/campaign-dialog.tsx';
import {
  DeleteCampaignDialog,
  StartCampaignDialog,
  StopCampaignDialog,
} from '@views/pages/campaigns/campaign-questions.tsx';
import { CampaignsPage } from '@views/pages/campaigns/campaigns-page.tsx';
import { InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { unknownIn } from '@/modules/messages/write/refuse-unknown-variables.schema.ts';
import { loadCampaignChoices } from './campaign-choices.queries.ts';
import { getCampaign, listCampaigns } from './campaigns.queries.ts';
import {
  CAMPAIGN_MEDIA,
  CAMPAIGN_TEXTS,
  CampaignFilter,
  CampaignForm,
  CampaignTest,
  readCampaignForm,
} from './campaigns.schema.ts';
import {
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  isEditable,
  updateCampaign,
} from './campaigns.service.ts';
import type { CampaignView } from './campaigns.views.ts';
import { cancelCampaign, restartCampaign, startCampaign } from './engine/run-campaign.service.ts';
import { sendTest } from './engine/send-test-message.service.ts';
import { campaignSettings } from './settings/campaign-settings.queries.ts';
import { defaultLine, getStartPlan } from './start-plan.queries.ts';

const guard = { access: 'supervisor', feature: 'useCampaigns' } as const;
const REFRESH = 'campaign';

export const campaignsPages = [
  pageRoute('GET /campaigns', {
    ...guard,
    query: CampaignFilter,
    async show(c, { query }) {
      const props = {
        page: await listCampaigns(c.var.scope, query),
        searchParam: query.searchParam,
        hasDefaultLine: (await defaultLine(c.var.scope)) !== undefined,
      };
      const head = { title: 'campaigns:title', active: 'campaigns' };
      return listPage(c, head, (shows) => <CampaignsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /campaigns/new', { ...guard, show: (c) => dialog(c, null, {}) }),
  pageRoute('GET /campaigns/:campaignId/edit', {
    ...guard,
    async show(c, { campaignId }) {
      const campaign = await getCampaign(c.var.scope, campaignId);
      return dialog(c, campaign, valuesOf(c, campaign));
    },
  }),
  pageRoute('GET /campaigns/:campaignId/delete', {
    ...guard,
    show: async (c, { campaignId }) =>
      fragment(c, <DeleteCampaignDialog campaign={await getCampaign(c.var.scope, campaignId)} />),
  }),
  pageRoute('GET /campaigns/:campaignId/stop', {
    ...guard,
    show: async (c, { campaignId }) =>
      fragment(c, <StopCampaignDialog campaign={await getCampaign(c.var.scope, campaignId)} />),
  }),
  pageRoute('GET /campaigns/:campaignId/start', {
    ...guard,
    show: async (c, { campaignId }) =>
      fragment(c, <StartCampaignDialog plan={await getStartPlan(c.var.scope, campaignId)} />),
  }),
  pageRoute('POST /campaigns', {
    ...guard,
    files: CAMPAIGN_MEDIA,
    form: CampaignForm,
    example: () => ({ body: { name: 'Carnaval', message1: 'Olá' } }),
    again,
    async show(c, { form }) {
      await requireKnownVariables(c.var.scope, form);
      await createCampaign(c.var.scope, { ...readCampaignForm(form), media: await readUpload(c) });
      return done(c, { toast: 'campaigns:toast.created', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /campaigns/:campaignId', {
    ...guard,
    files: CAMPAIGN_MEDIA,
    form: CampaignForm,
    example: () => ({ body: { name: 'Carnaval', message1: 'Olá' } }),
    again,
    async show(c, { campaignId, form }) {
      await requireKnownVariables(c.var.scope, form);
      const media = (await readUpload(c)) ?? (form.removeMedia ? null : undefined);
      await updateCampaign(c.var.scope, { ...readCampaignForm(form), campaignId, media });
      return done(c, { toast: 'campaigns:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /campaigns/:campaignId', {
    ...guard,
    async show(c, { campaignId }) {
      await deleteCampaign(c.var.scope, { campaignId });
      return done(c, { toast: 'campaigns:toast.deleted', refresh: REFRESH });
    },
  }),
  pageRoute('POST /campaigns/:campaignId/cancel', {
    ...guard,
    example: ({ scheduledCampaignId }) => ({ params: { campaignId: scheduledCampaignId } }),
    async show(c, { campaignId }) {
      await cancelCampaign(c.var.scope, { campaignId });
      return done(c, { toast: 'campaigns:toast.cancelled', refresh: REFRESH });
    },
  }),
  pageRoute('POST /campaigns/:campaignId/restart', {
    ...guard,
    example: ({ cancelledCampaignId }) => ({ params: { campaignId: cancelledCampaignId } }),
    async show(c, { campaignId }) {
      await restartCampaign(c.var.scope, { campaignId });
      return done(c, { toast: 'campaigns:toast.restarted', refresh: REFRESH });
    },
  }),
  pageRoute('POST /campaigns/:campaignId/start', {
    ...guard,
    async show(c, { campaignId }) {
      await startCampaign(c.var.scope, { campaignId });
      return done(c, { toast: 'campaigns:toast.started', refresh: REFRESH });
    },
  }),
  pageRoute('POST /campaigns/:campaignId/duplicate', {
    ...guard,
    async show(c, { campaignId }) {
      await duplicateCampaign(c.var.scope, { campaignId });
      return done(c, { toast: 'campaigns:toast.duplicated', refresh: REFRESH });
    },
  }),
  pageRoute('POST /campaigns/test/:number', {
    ...guard,
    form: CampaignTest,
    example: ({ connectionId }) => ({
      params: { number: '1' },
      body: { message1: 'Olá, {nome}', testNumber1: '5511955550009', whatsappId: String(connectionId) },
    }),
    again: (c) => toastReply(c, 'error', 'validation:invalid'),
    async show(c, { number, form }) {
      const which = Number(number) as 1 | 2 | 3 | 4 | 5;
      const [text, to] = [form[`message${which}`]?.trim(), form[`testNumber${which}`]];
      if (!text) return toastReply(c, 'error', 'campaigns:test.empty');
      if (!to) return toastReply(c, 'error', 'campaigns:test.noNumber');
      await sendTest(c.var.scope, { text, number: to, connectionId: form.whatsappId ?? null });
      return toastReply(c, 'success', 'campaigns:test.sent');
    },
  }),
];

/** Throws InvalidInput on the text. */
async function requireKnownVariables(scope: Scope, form: CampaignForm): Promise<void> {
  const { variables } = await campaignSettings(scope);
  const own = variables.map(({ key }) => key);
  const fields = CAMPAIGN_TEXTS.flatMap((number) => [`message${number}`, `confirmationMessage${number}`]);
  const wrong = unknownIn(form, fields, own);
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong);
}

function toastReply(c: Ctx, level: 'success' | 'error', key: string): Response {
  trigger(c, { toast: { level, text: c.var.t(key) } });
  return c.body(null, 204);
}

async function dialog(
  c: Ctx,
  known: CampaignView | null,
  values: Record<string, string>,
  errors?: Record<string, string>,
): Promise<Response> {
  const { scope } = c.var;
  const props = {
    campaignId: known?.id ?? null,
    may: mayOf(known, scope.now()),
    mediaName: known?.mediaName ?? null,
    choices: await loadCampaignChoices(scope),
    ...{ values, errors },
  };
  return fragment(c, <CampaignDialog {...props} />, errors ? 422 : 200);
}

function mayOf(known: CampaignView | null, now: Date): 'everything' | 'texts' | 'nothing' {
  if (known === null) return 'everything';
  const { status, scheduledAt } = known;
  if (status === 'CANCELADA') return 'texts';
  return isEditable({ status, scheduledAt: scheduledAt ? new Date(scheduledAt) : null }, now)
    ? 'everything'
    : 'nothing';
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('campaignId') !== undefined;
  const known = isKnown ? await getCampaign(c.var.scope, idParam(c, 'campaignId')) : null;
  return dialog(c, known, values, errors);
}

function valuesOf(c: Ctx, campaign: CampaignView): Record<string, string> {
  const shown = Object.entries(campaign)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [name, String(value)]);
  const { timeZone } = c.var.kernel.config;
  const at = campaign.scheduledAt && zonedParts(new Date(campaign.scheduledAt), timeZone);
  return { ...Object.fromEntries(shown), ...(at && at) };
}
