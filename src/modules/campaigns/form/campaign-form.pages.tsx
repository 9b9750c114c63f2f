import { CampaignDialog } from '@views/pages/campaigns/campaign-dialog.tsx';
import { PlanPanel } from '@views/pages/campaigns/plan-panel.tsx';
import { InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUpload } from '@/core/http/uploads/upload.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { unknownIn } from '@/modules/messages/write/refuse-unknown-variables.schema.ts';
import { loadCampaignChoices } from '../campaign-choices.queries.ts';
import { getCampaign } from '../campaigns.queries.ts';
import { CAMPAIGN_MEDIA, CAMPAIGN_TEXTS } from '../campaigns.schema.ts';
import { createCampaign, isEditable, updateCampaign } from '../campaigns.service.ts';
import type { CampaignView } from '../campaigns.views.ts';
import { startCampaign } from '../engine/run-campaign.service.ts';
import { campaignSettings } from '../settings/campaign-settings.queries.ts';
import { CampaignForm, PlanFilter, readCampaignForm } from './campaign-form.schema.ts';
import { planOfForm, requireStartable } from './planned-form.queries.ts';

const common = { access: 'supervisor', feature: 'useCampaigns' } as const;
const REFRESH = 'campaign';

export const campaignFormPages = [
  pageRoute('GET /campaigns/new', { ...common, show: (c) => dialog(c, null, {}) }),
  pageRoute('GET /campaigns/plan', {
    ...common,
    query: PlanFilter,
    async show(c, { query }) {
      const known = query.campaignId ? await getCampaign(c.var.scope, query.campaignId) : null;
      return fragment(c, <PlanPanel plan={await planOfForm(c.var.scope, query, known)} />);
    },
  }),
  pageRoute('GET /campaigns/:campaignId/edit', {
    ...common,
    async show(c, { campaignId }) {
      const campaign = await getCampaign(c.var.scope, campaignId);
      return dialog(c, campaign, valuesOf(c, campaign));
    },
  }),
  pageRoute('POST /campaigns', {
    ...common,
    files: CAMPAIGN_MEDIA,
    form: CampaignForm,
    example: () => ({ body: { name: 'Carnaval', message1: 'Olá' } }),
    again,
    async show(c, { form }) {
      const { scope } = c.var;
      await requireKnownVariables(scope, form);
      const media = await readUpload(c);
      await requireStartable(scope, form, { known: null, hasMedia: media !== undefined });
      const { id, status } = await createCampaign(scope, { ...readCampaignForm(form), media });
      if (form.start === 'now' && status === 'INATIVA') await startCampaign(scope, { campaignId: id });
      return saved(c, form, 'created');
    },
  }),
  pageRoute('PUT /campaigns/:campaignId', {
    ...common,
    files: CAMPAIGN_MEDIA,
    form: CampaignForm,
    example: () => ({ body: { name: 'Carnaval', message1: 'Olá' } }),
    again,
    async show(c, { campaignId, form }) {
      const { scope } = c.var;
      await requireKnownVariables(scope, form);
      const known = await getCampaign(scope, campaignId);
      const media = (await readUpload(c)) ?? (form.removeMedia ? null : undefined);
      const hasMedia = media === undefined ? known.mediaName !== null : media !== null;
      await requireStartable(scope, form, { known, hasMedia });
      await updateCampaign(scope, { ...readCampaignForm(form), campaignId, media });
      if (form.start === 'now') await startCampaign(scope, { campaignId });
      return saved(c, form, 'updated');
    },
  }),
];

function saved(c: Ctx, { start }: CampaignForm, toast: 'created' | 'updated'): Response {
  return done(c, { toast: `campaigns:toast.${start === 'now' ? 'started' : toast}`, refresh: REFRESH });
}

async function requireKnownVariables(scope: Scope, form: CampaignForm): Promise<void> {
  const { variables } = await campaignSettings(scope);
  const own = variables.map(({ key }) => key);
  const kinds = form.confirmation ? ['message', 'confirmationMessage'] : ['message'];
  const fields = kinds.flatMap((kind) => CAMPAIGN_TEXTS.map((number) => `${kind}${number}`));
  const wrong = unknownIn(form, fields, own);
  if (Object.keys(wrong).length > 0) throw new InvalidInput(wrong);
}

async function dialog(
  c: Ctx,
  known: CampaignView | null,
  values: Record<string, string>,
  errors?: Record<string, string>,
): Promise<Response> {
  const { scope } = c.var;
  const may = mayOf(known, scope.now());
  const shown =
    may === 'everything' ? PlanFilter.parse(values) : PlanFilter.parse(known ? valuesOf(c, known) : {});
  const props = {
    campaignId: known?.id ?? null,
    ...{ may, values, errors },
    media: known?.mediaName ? { name: known.mediaName, href: known.mediaPath } : null,
    choices: await loadCampaignChoices(scope, values),
    plan: await planOfForm(scope, shown, known),
    isAhead: known === null || known.status === 'INATIVA' || known.status === 'PROGRAMADA',
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
  const { timeZone } = c.var.scope;
  const at = campaign.scheduledAt && zonedParts(new Date(campaign.scheduledAt), timeZone);
  const chosen = { source: campaign.tagListId ? 'tag' : 'list', start: at ? 'date' : 'later' };
  return { ...Object.fromEntries(shown), ...chosen, ...(at && at) };
}
