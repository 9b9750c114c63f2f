import {
  IntegrationDialog,
  type IntegrationValues,
} from '@views/pages/queue-integrations/integration-dialog.tsx';
import {
  DeleteIntegrationDialog,
  TestResult,
} from '@views/pages/queue-integrations/integration-questions.tsx';
import { IntegrationsPage } from '@views/pages/queue-integrations/integrations-page.tsx';
import { AppError } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, leadTo, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { notCalled } from '@/core/security/callable-address.ts';
import { newSecret } from '@/core/security/standard-webhooks.ts';
import { listResponderHealth } from '@/modules/prompts/responder-health.queries.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { integrationPaths } from '@/paths.ts';
import { findUse } from './integration-use.queries.ts';
import { countUpTo, getIntegration, listIntegrations } from './queue-integrations.queries.ts';
import {
  IntegrationFilter,
  IntegrationInput,
  IntegrationPatch,
  TestInvoicesInput,
  TestSessionInput,
} from './queue-integrations.schema.ts';
import { createIntegration, deleteIntegration, updateIntegration } from './queue-integrations.service.ts';
import type { QueueIntegrationView } from './queue-integrations.views.ts';
import { testSession } from './test-dialogflow-session.service.ts';
import { testInvoices } from './test-invoice-system.service.ts';

const REFRESH = 'queueIntegration';
const guard = { access: 'admin', feature: 'useIntegrations' } as const;
const example = () => ({
  body: { type: 'webhook' as const, name: 'Avisos', urlN8N: 'https://flows.example.com/hook' },
});

export const queueIntegrationsPages = [
  pageRoute('GET /queue-integration', {
    ...guard,
    query: IntegrationFilter,
    async answer(c, { query }) {
      const page = await listIntegrations(c.var.scope, query);
      const last = page.queueIntegrations.at(-1);
      const loaded = last ? await countUpTo(c.var.scope, query, last.id) : 0;
      const health = await listResponderHealth(c.var.scope, 'integration', page.queueIntegrations);
      const head = { title: 'queueIntegrations:title', active: 'queueIntegration' };
      const { searchParam } = query;
      return listPage(c, head, (shows) => (
        <IntegrationsPage {...{ shows, page, health, loaded, searchParam }} />
      ));
    },
  }),
  pageRoute('GET /queue-integration/new', { ...guard, answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /queue-integration/:integrationId/edit', {
    ...guard,
    async answer(c, { integrationId }) {
      const known = await getIntegration(c.var.scope, integrationId);
      return dialog(c, known, valuesOf(known));
    },
  }),
  pageRoute('GET /queue-integration/:integrationId/delete', {
    ...guard,
    async answer(c, { integrationId }) {
      const integration = await getIntegration(c.var.scope, integrationId);
      const use = await findUse(c.var.scope, integrationId);
      return fragment(c, <DeleteIntegrationDialog {...{ integration, use }} />);
    },
  }),
  pageRoute('POST /queue-integration/test-session', {
    ...guard,
    form: TestSessionInput,
    example: () => ({ body: { projectName: 'agente', language: 'pt-BR' } }),
    onInvalid: (c, { errors }) => fragment(c, <TestResult wrong={Object.values(errors)[0]} />, 422),
    async answer(c, { form }) {
      try {
        return fragment(c, <TestResult texts={await testSession(c.var.scope, form)} />);
      } catch (error) {
        if (!(error instanceof AppError) || !error.code.startsWith('ERR_TEST_')) throw error;
        return fragment(c, <TestResult wrong={c.var.t(`errors:${error.code}`)} />);
      }
    },
  }),
  pageRoute('POST /queue-integration/test-invoices', {
    ...guard,
    form: TestInvoicesInput,
    example: () => ({ body: { system: 'ixc' as const } }),
    onInvalid: (c, { errors }) => fragment(c, <TestResult wrong={Object.values(errors)[0]} />, 422),
    async answer(c, { form }) {
      const outcome = await testInvoices(c.var.scope, form);
      if (outcome === 'answered')
        return fragment(c, <TestResult texts={[c.var.t('queueIntegrations:invoices.answered')]} />);
      const wrong =
        outcome === 'incomplete' ? 'queueIntegrations:invoices.incomplete' : `responders:fault.${outcome}`;
      return fragment(c, <TestResult wrong={c.var.t(wrong)} />);
    },
  }),
  pageRoute('POST /queue-integration', {
    ...guard,
    form: IntegrationInput,
    example,
    onInvalid: again,
    async answer(c, { form }) {
      await createIntegration(c.var.scope, form);
      return done(c, { toast: 'queueIntegrations:toast.created', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /queue-integration/:integrationId', {
    ...guard,
    form: IntegrationPatch,
    example,
    onInvalid: again,
    async answer(c, { integrationId, form }) {
      await updateIntegration(c.var.scope, { ...form, integrationId });
      return done(c, { toast: 'queueIntegrations:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /queue-integration/:integrationId', {
    ...guard,
    // Spec part 2 §4: search cleared, first page.
    async answer(c, { integrationId }) {
      await deleteIntegration(c.var.scope, { integrationId });
      flash(c, 'success', 'queueIntegrations:toasts.deleted');
      return leadTo(c, integrationPaths.list());
    },
  }),
];

const BLANK: IntegrationValues = {
  ...{
    type: 'dialogflow',
    language: 'pt-BR',
    typebotExpires: '1',
    typebotDelayMessage: '1000',
    isSigned: 'false',
  },
};

function valuesOf({ companyId: _company, ...view }: QueueIntegrationView): IntegrationValues {
  return Object.fromEntries(Object.entries(view).map(([key, value]) => [key, String(value ?? '')]));
}

async function dialog(
  c: Ctx,
  known: QueueIntegrationView | null,
  values: IntegrationValues,
  errors: Record<string, string> = {},
): Promise<Response> {
  const queues = (await listQueueChoices(c.var.scope)).map(({ id, name }) => ({ value: id, label: name }));
  const signingSecret = values.signingSecret || newSecret(c.var.kernel.ids.token);
  const reason = notCalled(c.var.kernel, values.urlN8N);
  const props = { known, values: { ...values, signingSecret }, queues, errors, notCalled: reason };
  return fragment(c, <IntegrationDialog {...props} />, Object.keys(errors).length > 0 ? 422 : 200);
}

/** Typed secrets stay in the browser, and are not sent back to it. */
async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('integrationId') !== undefined;
  const known = isKnown ? await getIntegration(c.var.scope, idParam(c, 'integrationId')) : null;
  const signingSecret = known?.signingSecret ?? '';
  return dialog(c, known, { ...values, signingSecret, jsonContent: '' }, errors);
}
