import { SetupHintList } from '@views/pages/tickets/first-steps.tsx';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { fragment, leadTo } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { putAway } from '@/modules/notifications/preferences.service.ts';
import { paths } from '@/paths.ts';
import { findSetupHints } from './first-steps.queries.ts';

export const firstStepsPages = [
  pageRoute('GET /first-steps', {
    access: 'person',
    show: (c) => (isPartial(c) ? hints(c) : leadTo(c, paths.tickets())),
  }),
  pageRoute('DELETE /first-steps', {
    access: 'person',
    async show(c) {
      await putAway(c.var.scope, 'firstSteps');
      return hints(c);
    },
  }),
];

async function hints(c: Ctx): Promise<Response> {
  const found = await findSetupHints(c.var.scope);
  return fragment(c, found && <SetupHintList {...found} />);
}
