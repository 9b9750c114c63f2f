import { PathPage, PathState, QueuesStep, TextsStep } from '@views/pages/first-steps/path-page.tsx';
import { SetupHintList } from '@views/pages/tickets/first-steps.tsx';
import { renderQrCode } from '@/core/documents/qr-code.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { done, fragment, leadTo, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { isAdmin } from '@/core/policy.ts';
import { draftLink } from '@/modules/click-to-chat/embed.logic.ts';
import { putAway } from '@/modules/notifications/preferences.service.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { getCompanyHours } from '@/modules/settings/company-hours.queries.ts';
import { getSetting, isSettingChosen } from '@/modules/settings/settings.queries.ts';
import { listUsers } from '@/modules/users/users.queries.ts';
import { paths } from '@/paths.ts';
import { hoursValues } from '@/schemas/service-hours.schema.ts';
import { findSetupHints } from './first-steps.queries.ts';
import { findMainConnection } from './main-connection.queries.ts';
import { findSetupPath } from './setup-path.queries.ts';
import { QueuesForm, SETUP_STEPS, type SetupStep, StepQuery, TextsForm } from './setup-path.schema.ts';
import { offerQueues, setTexts } from './setup-path.service.ts';

export const setupPathPages = [
  pageRoute('GET /first-steps', {
    access: 'person',
    query: StepQuery,
    async answer(c, { query: { step } }) {
      if (isPartial(c)) return hints(c);
      if (!isAdmin(c.var.scope.actor)) return leadTo(c, paths.tickets());
      const state = await readState(c, step);
      const form = await formOf(c, state.step);
      return page(
        c,
        { title: 'firstSteps:path.title', active: 'dashboard' },
        <PathPage {...state} form={form} />,
      );
    },
  }),
  pageRoute('DELETE /first-steps', {
    access: 'person',
    async answer(c) {
      await putAway(c.var.scope, 'firstSteps');
      return hints(c);
    },
  }),
  pageRoute('GET /first-steps/state', {
    access: 'admin',
    query: StepQuery,
    answer: async (c, { query: { step } }) => fragment(c, <PathState {...(await readState(c, step))} />),
  }),
  pageRoute('GET /first-steps/queues', {
    access: 'admin',
    answer: async (c) => fragment(c, await queuesStep(c)),
  }),
  pageRoute('PUT /first-steps/queues', {
    access: 'admin',
    form: QueuesForm,
    openedBy: 'GET /first-steps/queues',
    example: () => ({ body: { queueIds: [] } }),
    onInvalid: async (c, { errors }) => fragment(c, await queuesStep(c, errors.queueIds), 422),
    async answer(c, { form }) {
      await offerQueues(c.var.scope, form).catch(onField);
      return saved(c, 'queues', 'connections:toast.updated');
    },
  }),
  pageRoute('GET /first-steps/texts', {
    access: 'admin',
    answer: async (c) => fragment(c, await textsStep(c)),
  }),
  pageRoute('PUT /first-steps/texts', {
    access: 'admin',
    form: TextsForm,
    openedBy: 'GET /first-steps/texts',
    example: () => ({
      body: { greetingMessage: 'Olá!', scheduleType: 'company' as const, outOfHoursMessage: 'Até amanhã.' },
    }),
    onInvalid: async (c, { values, errors }) =>
      fragment(c, <TextsStep values={values} errors={errors} />, 422),
    async answer(c, { form }) {
      await setTexts(c.var.scope, form).catch(onField);
      return saved(c, 'texts', 'firstSteps:path.textsSaved');
    },
  }),
];

/** A step that is still not done stays in sight, with the reason. */
async function saved(c: Ctx, step: 'queues' | 'texts', toast: string): Promise<Response> {
  const { checks } = await findSetupPath(c.var.scope);
  if (!checks[step].isDone) return done(c, { toast, refresh: 'whatsapp' });
  return leadTo(c, paths.setupStep(NEXT[step]));
}

const NEXT = { queues: 'texts', texts: 'people' } as const satisfies Partial<Record<SetupStep, SetupStep>>;

async function hints(c: Ctx): Promise<Response> {
  const found = await findSetupHints(c.var.scope);
  return fragment(c, found && <SetupHintList {...found} />);
}

async function readState(c: Ctx, asked: SetupStep | undefined) {
  const { scope } = c.var;
  const path = await findSetupPath(scope);
  const step = asked ?? SETUP_STEPS.find((key) => !path.checks[key].isDone) ?? 'test';
  const number = path.connections.find(({ status }) => status === 'CONNECTED')?.number ?? null;
  const link = number && draftLink(number, scope.t('firstSteps:path.test.hello'));
  return {
    ...{ step, path, number, link },
    qr: step === 'test' && link ? renderQrCode(link) : null,
    people: step === 'people' ? (await listUsers(scope, { searchParam: '', pageNumber: 1 })).users : [],
  };
}

async function formOf(c: Ctx, step: SetupStep) {
  if (step === 'queues') return queuesStep(c);
  return step === 'texts' ? textsStep(c) : null;
}

async function queuesStep(c: Ctx, error?: string) {
  const { scope } = c.var;
  const connection = await findMainConnection(scope);
  return <QueuesStep connection={connection} queues={await listQueueChoices(scope)} error={error} />;
}

async function textsStep(c: Ctx) {
  const { scope } = c.var;
  const connection = await findMainConnection(scope);
  if (!connection) return null;
  const kept = await getSetting(scope, 'scheduleType');
  const isNew = connection.outOfHoursMessage === '' && !(await isSettingChosen(scope, 'scheduleType'));
  const values = {
    ...hoursValues(await getCompanyHours(scope)),
    greetingMessage: connection.greetingMessage,
    outOfHoursMessage: isNew ? scope.t('firstSteps:usualAbsence') : connection.outOfHoursMessage,
    scheduleType: isNew ? 'company' : kept,
  };
  return <TextsStep values={values} />;
}

const FIELDS: Partial<Record<string, string>> = {
  ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
  ERR_NO_QUEUE_FOUND: 'queueIds',
};

function onField(error: unknown): never {
  const field = error instanceof AppError ? FIELDS[error.code] : undefined;
  throw field ? new InvalidInput({ [field]: `errors:${(error as AppError).code}` }) : error;
}
