import { UnansweredDialog } from '@views/pages/campaigns/unanswered-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { fragment, leadTo } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam } from '@/core/http/routing/validate.ts';
import { ContactListInput, MAX_NAME } from '@/modules/contact-lists/contact-lists.schema.ts';
import { listPaths } from '@/paths.ts';
import { getCampaign } from '../campaigns.queries.ts';
import { countUnanswered, listUnanswered } from './unanswered.service.ts';

const guard = { access: 'supervisor', feature: 'useCampaigns' } as const;

export const unansweredPages = [
  pageRoute('GET /campaigns/:campaignId/unanswered', { ...guard, answer: (c) => dialog(c) }),
  pageRoute('POST /campaigns/:campaignId/unanswered', {
    ...guard,
    form: ContactListInput,
    example: () => ({ body: { name: 'Sem resposta' } }),
    onInvalid: (c, { values: { name = '' }, errors }) => dialog(c, { name, errors }),
    async answer(c, { campaignId, form }) {
      const { contactListId } = await listUnanswered(c.var.scope, { ...form, campaignId });
      return leadTo(c, listPaths.contacts(contactListId));
    },
  }),
];

async function dialog(c: Ctx, typed?: { name: string; errors: Record<string, string> }): Promise<Response> {
  const { id, name } = await getCampaign(c.var.scope, idParam(c, 'campaignId'));
  const count = await countUnanswered(c.var.scope, id);
  const suggested = c.var.t('campaigns:unanswered.suggested', { name }).slice(0, MAX_NAME);
  const props = { campaign: { id, name }, count, listName: typed?.name ?? suggested, errors: typed?.errors };
  return fragment(c, <UnansweredDialog {...props} />, typed ? 422 : 200);
}
