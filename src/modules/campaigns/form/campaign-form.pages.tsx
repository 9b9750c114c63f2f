import { CampaignDialog } from '@views/pages/campaigns/campaign-dialog.tsx';
import { PlanPanel } from '@views/pages/campaigns/plan-panel.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { loadCampaignChoices } from '../campaign-choices.queries.ts';
import { editablePartsOf } from '../campaigns.policy.ts';
import { getCampaign } from '../campaigns.queries.ts';
import { CAMPAIGN_MEDIA } from '../campaigns.schema.ts';
import type { CampaignView } from '../campaigns.views.ts';
import { CampaignForm, PlanFilter } from './campaign-form.schema.ts';
import { planOfForm } from './planned-form.queries.ts';
import { saveCampaignForm } from './save-campaign.service.ts';

const common = { access: 'supervisor', feature: 'useCampaigns' } as const;
const REFRESH = 'campaign';

export const campaignFormPages = [
  pageRoute('GET /campaigns/new', { ...common, answer: (c) => dialog(c, null, {}) }),
  pageRoute('GET /campaigns/plan', {
    ...common,
    query: PlanFilter,
    async answer(c, { query }) {
      const known = query.campaignId ? await getCampaign(c.var.scope, query.campaignId) : null;
      return fragment(c, <PlanPanel plan={await planOfForm(c.var.scope, query, known)} />);
    },
  }),
  pageRoute('GET /campaigns/:campaignId/edit', {
    ...common,
    async answer(c, { campaignId }) {
      const campaign = await getCampaign(c.var.scope, campaignId);
      return dialog(c, campaign, valuesOf(c, campaign));
    },
  }),
  pageRoute('POST /campaigns', {
    ...common,
    files: CAMPAIGN_MEDIA,
    form: CampaignForm,
    example: () => ({ body: { name: 'Carnaval', message1: 'Olá' } }),
    onInvalid: again,
    async answer(c, { form }) {
      await saveCampaignForm(c.var.scope, { form, media: await readUpload(c) });
      return saved(c, form, 'created');
    },
  }),
  pageRoute('PUT /campaigns/:campaignId', {
    ...common,
    files: CAMPAIGN_MEDIA,
    form: CampaignForm,
    example: () => ({ body: { name: 'Carnaval', message1: 'Olá' } }),
    onInvalid: again,
    async answer(c, { campaignId, form }) {
      await saveCampaignForm(c.var.scope, { campaignId, form, media: await readUpload(c) });
      return saved(c, form, 'updated');
    },
  }),
];

function saved(c: Ctx, { start }: CampaignForm, toast: 'created' | 'updated'): Response {
  return done(c, { toast: `campaigns:toast.${start === 'now' ? 'started' : toast}`, refresh: REFRESH });
}

async function dialog(
  c: Ctx,
  known: CampaignView | null,
  values: Record<string, string>,
  errors?: Record<string, string>,
): Promise<Response> {
  const { scope } = c.var;
  const may = editablePartsOf(known, scope.now());
  const shown =
    may === 'everything' ? PlanFilter.parse(values) : PlanFilter.parse(known ? valuesOf(c, known) : {});
  const props = {
    campaignId: known?.id ?? null,
    ...{ may, values, errors, stoppedFor: known?.stoppedFor ?? null },
    media: known?.mediaName ? { name: known.mediaName, href: known.mediaPath } : null,
    choices: await loadCampaignChoices(scope, values),
    plan: await planOfForm(scope, shown, known),
    isAhead: known === null || known.status === 'INATIVA' || known.status === 'PROGRAMADA',
  };
  return fragment(c, <CampaignDialog {...props} />, errors ? 422 : 200);
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
  const { timeZone } = c.var.scope;
  const at = campaign.scheduledAt && zonedParts(new Date(campaign.scheduledAt), timeZone);
  const chosen = { source: campaign.tagListId ? 'tag' : 'list', start: at ? 'date' : 'later' };
  return { ...Object.fromEntries(shown), ...chosen, ...(at && at) };
}
