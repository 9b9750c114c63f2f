import { FirstSteps, SetupGaps } from '@views/pages/tickets/first-steps.tsx';
import { isPartial } from '@/core/http/env.ts';
import { fragment, leadTo } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { putAway } from '@/modules/notifications/preferences.service.ts';
import { paths } from '@/paths.ts';
import { findFirstSteps } from './first-steps.queries.ts';
import { findSetupGaps } from './setup-gaps.queries.ts';

export const firstStepsPages = [
  pageRoute('GET /first-steps', {
    access: 'admin',
    async show(c) {
      if (!isPartial(c)) return leadTo(c, paths.tickets());
      const steps = await findFirstSteps(c.var.scope);
      const gaps = await findSetupGaps(c.var.scope);
      return fragment(
        c,
        <>
          {steps ? <FirstSteps steps={steps} /> : null}
          {gaps.length > 0 ? <SetupGaps gaps={gaps} /> : null}
        </>,
      );
    },
  }),
  pageRoute('DELETE /first-steps', {
    access: 'admin',
    async show(c) {
      await putAway(c.var.scope, 'firstSteps');
      const gaps = await findSetupGaps(c.var.scope);
      return fragment(c, gaps.length > 0 ? <SetupGaps gaps={gaps} /> : null);
    },
  }),
];
