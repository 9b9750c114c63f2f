import { DeletePromptDialog, PromptDialog } from '@views/pages/prompts/prompt-dialog.tsx';
import { PromptTrialTurn } from '@views/pages/prompts/prompt-trial.tsx';
import { PromptsPage } from '@views/pages/prompts/prompts-page.tsx';
import { UsagePage } from '@views/pages/prompts/usage-page.tsx';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { notCalled } from '@/core/security/callable-address.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { getUsage } from './ai-usage.service.ts';
import { getPrompt, listPrompts } from './prompts.queries.ts';
import {
  BudgetForm,
  DEFAULT_MODEL,
  NO_VOICE,
  PromptFilter,
  PromptForm,
  PromptTrial,
} from './prompts.schema.ts';
import { createPrompt, deletePrompt, updatePrompt } from './prompts.service.ts';
import type { PromptView } from './prompts.views.ts';
import { listResponderHealth } from './responder-health.queries.ts';
import { tryPrompt } from './try-prompt.service.ts';

const REFRESH = 'prompt';
const OPEN = { access: 'admin', feature: 'useOpenAi' } as const;
const text = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';
const example = ({ queueId }: { queueId: number }) => ({
  body: { name: 'Vendas', prompt: text, apiKey: 'sk-example', queueId: String(queueId), maxMessages: '10' },
});

export const promptsPages = [
  pageRoute('GET /prompts', {
    ...OPEN,
    query: PromptFilter,
    async answer(c, { query }) {
      const prompts = await listPrompts(c.var.scope, query);
      const health = await listResponderHealth(c.var.scope, 'prompt', prompts.prompts);
      const props = { page: prompts, health, searchParam: query.searchParam };
      const head = { title: 'prompts:title', active: 'prompts' };
      return listPage(c, head, (shows) => <PromptsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /prompts/usage', {
    ...OPEN,
    async answer(c) {
      const usage = await getUsage(c.var.scope);
      return page(c, { title: 'prompts:usage.title', active: 'prompts' }, <UsagePage usage={usage} />);
    },
  }),
  pageRoute('POST /prompts/budget', {
    ...OPEN,
    form: BudgetForm,
    example: () => ({ body: { budget: '1000000' } }),
    onInvalid: (c) => done(c, { refresh: REFRESH }),
    async answer(c, { form }) {
      await changeSetting(c.var.scope, { key: 'aiMonthlyTokens', value: form.budget });
      return done(c, { toast: 'prompts:usage.saved' });
    },
  }),
  pageRoute('GET /prompts/new', { ...OPEN, answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('POST /prompts/trial', {
    ...OPEN,
    form: PromptTrial,
    example: ({ queueId }) => ({ body: { said: '', queueId: String(queueId) } }),
    onInvalid: (c, { values }) =>
      fragment(c, <PromptTrialTurn text={values.said ?? ''} talk={values.talk ?? '[]'} />),
    async answer(c, { form }) {
      const answer = await tryPrompt(c.var.scope, form);
      const talk = [...form.talk, { fromMe: false, text: form.said }, ...textMessage(answer.text)];
      return fragment(c, <PromptTrialTurn text={form.said} answer={answer} talk={JSON.stringify(talk)} />);
    },
  }),
  pageRoute('GET /prompts/:promptId/edit', {
    ...OPEN,
    async answer(c, { promptId }) {
      const prompt = await getPrompt(c.var.scope, promptId);
      return dialog(c, promptId, valuesOf(prompt));
    },
  }),
  pageRoute('GET /prompts/:promptId/delete', {
    ...OPEN,
    answer: async (c, { promptId }) =>
      fragment(c, <DeletePromptDialog prompt={await getPrompt(c.var.scope, promptId)} />),
  }),
  pageRoute('POST /prompts', {
    ...OPEN,
    form: PromptForm,
    example,
    onInvalid: again,
    async answer(c, { form }) {
      await besideField(createPrompt(c.var.scope, { maxMessages: 10, ...form }));
      return done(c, { toast: 'prompts:toast.created', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /prompts/:promptId', {
    ...OPEN,
    form: PromptForm,
    example,
    onInvalid: again,
    async answer(c, { promptId, form }) {
      await besideField(updatePrompt(c.var.scope, { ...form, promptId }));
      return done(c, { toast: 'prompts:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /prompts/:promptId', {
    ...OPEN,
    async answer(c, { promptId }) {
      await deletePrompt(c.var.scope, { promptId });
      return done(c, { toast: 'prompts:toast.deleted', refresh: REFRESH });
    },
  }),
];

const textMessage = (text: string) => (text === '' ? [] : [{ fromMe: true, text }]);

const BLANK: Record<string, string> = {
  model: DEFAULT_MODEL,
  maxTokens: '100',
  temperature: '1',
  maxMessages: '10',
  maxAnswers: '0',
  voice: NO_VOICE,
  readsPictures: 'true',
};

function valuesOf(prompt: PromptView): Record<string, string> {
  const { queue: _queue, ...rest } = prompt;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value ?? '')]));
}

async function dialog(
  c: Ctx,
  promptId: number | null,
  values: Record<string, string>,
  errors: Record<string, string> = {},
): Promise<Response> {
  const queues = (await listQueueChoices(c.var.scope)).map(({ id, name }) => ({ value: id, label: name }));
  const reason = notCalled(c.var.kernel, values.baseUrl);
  const props = { promptId, values, errors, queues, notCalled: reason };
  return fragment(c, <PromptDialog {...props} />, Object.keys(errors).length > 0 ? 422 : 200);
}

/** A typed key stays in the browser, and is not sent back to it. */
async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const promptId = c.req.param('promptId') ? idParam(c, 'promptId') : null;
  const { apiKey = '', voiceKey = '' } = promptId === null ? {} : await getPrompt(c.var.scope, promptId);
  return dialog(c, promptId, { ...values, apiKey, voiceKey }, errors);
}

const FIELD_OF: Record<string, string> = {
  ERR_PROMPT_NAME_INVALID: 'name',
  ERR_PROMPT_INTELLIGENCE_INVALID: 'prompt',
  ERR_PROMPT_APIKEY_INVALID: 'apiKey',
  ERR_PROMPT_QUEUEID_INVALID: 'queueId',
  ERR_PROMPT_MAX_MESSAGES_INVALID: 'maxMessages',
};

/** Existing clients need the codes; the form shows the error at the field. */
function besideField<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const field = error instanceof AppError ? FIELD_OF[error.code] : undefined;
    if (field && error instanceof AppError) throw new InvalidInput({ [field]: `errors:${error.code}` });
    throw error;
  });
}
