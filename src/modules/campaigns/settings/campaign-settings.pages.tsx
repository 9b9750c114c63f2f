import { AnswersForm } from '@views/pages/campaigns/answers-form.tsx';
import { CampaignSettingsPage } from '@views/pages/campaigns/campaign-settings-page.tsx';
import { LimitDialog, type LimitValues } from '@views/pages/campaigns/limit-dialog.tsx';
import { LimitRows } from '@views/pages/campaigns/limits-panel.tsx';
import { OptOutForm } from '@views/pages/campaigns/opt-out-form.tsx';
import { PacingForm as PacingFields, VariableLine } from '@views/pages/campaigns/pacing-form.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { isPartial } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { getConnection } from '@/modules/connections/connections.queries.ts';
import { refuseUnknown } from '@/modules/messages/write/refuse-unknown-variables.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { campaignSettings } from './campaign-settings.queries.ts';
import { AnswerSettings, OptOutSettings, PacingForm } from './campaign-settings.schema.ts';
import { saveAnswerSettings, saveCampaignSettings, saveOptOutSettings } from './campaign-settings.service.ts';
import { listSendingLimits, sendingLimitOf } from './sending-limits.queries.ts';
import { SendingLimitForm } from './sending-limits.schema.ts';
import { setSendingLimit } from './sending-limits.service.ts';

const guard = { access: 'supervisor', feature: 'useCampaigns' } as const;
const SAVED = { toast: 'campaignSettings:toast.saved', refresh: 'campaignSettings' };

export const campaignSettingsPages = [
  pageRoute('GET /campaigns-config', {
    ...guard,
    async answer(c) {
      const { scope } = c.var;
      const props = { settings: await campaignSettings(scope), limits: await listSendingLimits(scope) };
      const node = <CampaignSettingsPage {...props} />;
      const head = { title: 'campaignSettings:title', active: 'campaignsConfig' };
      return isPartial(c) ? fragment(c, node) : page(c, head, node);
    },
  }),
  pageRoute('PUT /campaigns-config', {
    ...guard,
    openedBy: 'GET /campaigns-config',
    form: PacingForm,
    example: () => ({
      body: {
        messageInterval: '10',
        longerIntervalAfter: '20',
        greaterInterval: '60',
        variableKey: 'cupom',
        variableValue: 'DEZ',
      },
    }),
    async onInvalid(c, { values, errors }) {
      const texts = await formTexts(c, 'variableValue');
      const keys = await formTexts(c, 'variableKey');
      const variables = keys.map((key, index) => ({ key, value: texts[index] ?? '' }));
      return fragment(c, <PacingFields values={{ ...values, variables }} errors={errors} />, 422);
    },
    async answer(c, { form }) {
      await saveCampaignSettings(c.var.scope, form);
      return done(c, SAVED);
    },
  }),
  pageRoute('GET /campaigns-config/variables/new', {
    ...guard,
    answer: (c) => fragment(c, <VariableLine />),
  }),
  pageRoute('PUT /campaigns-config/opt-out', {
    ...guard,
    openedBy: 'GET /campaigns-config',
    form: OptOutSettings.superRefine(refuseUnknown(['reply'])),
    example: () => ({ body: { keywords: 'sair, parar', reply: 'Até logo' } }),
    onInvalid: (c, { values, errors }) => fragment(c, <OptOutForm values={values} errors={errors} />, 422),
    async answer(c, { form }) {
      await saveOptOutSettings(c.var.scope, form);
      return done(c, SAVED);
    },
  }),
  pageRoute('PUT /campaigns-config/answers', {
    ...guard,
    openedBy: 'GET /campaigns-config',
    form: AnswerSettings,
    example: () => ({ body: { yes: 'sim, quero', no: 'não, agora não' } }),
    onInvalid: (c, { values, errors }) => fragment(c, <AnswersForm values={values} errors={errors} />, 422),
    async answer(c, { form }) {
      await saveAnswerSettings(c.var.scope, form);
      return done(c, SAVED);
    },
  }),
  pageRoute('GET /campaigns-config/limits', {
    ...guard,
    partOf: campaignPaths.settings(),
    answer: async (c) => fragment(c, <LimitRows limits={await listSendingLimits(c.var.scope)} />),
  }),
  pageRoute('GET /campaigns-config/limits/:connectionId/edit', {
    ...guard,
    async answer(c, { connectionId }) {
      const { dailyCap, ...limit } = await sendingLimitOf(c.var.scope, connectionId);
      return limitDialog(c, connectionId, { ...limit, dailyCap: String(dailyCap) });
    },
  }),
  pageRoute('PUT /campaigns-config/limits/:connectionId', {
    ...guard,
    form: SendingLimitForm,
    example: () => ({ body: { dailyCap: '200', warmsUp: 'true', quietFrom: '22:00', quietTo: '07:00' } }),
    onInvalid: againLimit,
    async answer(c, { connectionId, form: { warmsUp = false, ...limit } }) {
      await setSendingLimit(c.var.scope, { ...limit, connectionId, warmsUp });
      return done(c, { ...SAVED, refresh: 'sendingLimit' });
    },
  }),
];

function againLimit(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const { dailyCap = '', warmsUp, quietFrom = '', quietTo = '' } = values;
  const typed = { dailyCap, warmsUp: warmsUp === 'true', quietFrom, quietTo };
  return limitDialog(c, idParam(c, 'connectionId'), typed, errors);
}

async function limitDialog(
  c: Ctx,
  connectionId: number,
  values: LimitValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const { id, name } = await getConnection(c.var.scope, connectionId);
  return fragment(
    c,
    <LimitDialog connection={{ id, name }} values={values} errors={errors} />,
    errors ? 422 : 200,
  );
}
