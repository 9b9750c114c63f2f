import { AssistantFields, AssistantPage } from '@views/pages/assistant/assistant-page.tsx';
import { isPartial } from '@/core/http/env.ts';
import { done, fragment, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { choosePrompts, getAssistantForm } from './assistant.queries.ts';
import { AssistantForm } from './assistant.schema.ts';
import { configureAssistant } from './assistant.service.ts';

const HEADER = { title: 'assistant:title', active: 'prompts' };
const OPEN = { access: 'admin', feature: 'useOpenAi' } as const;

export const assistantPages = [
  pageRoute('GET /prompts/assistant', {
    ...OPEN,
    async answer(c) {
      const { scope } = c.var;
      const props = { values: await getAssistantForm(scope), prompts: await choosePrompts(scope) };
      const node = <AssistantPage {...props} />;
      return isPartial(c) ? fragment(c, node) : page(c, HEADER, node);
    },
  }),
  pageRoute('PUT /prompts/assistant', {
    ...OPEN,
    openedBy: 'GET /prompts/assistant',
    form: AssistantForm,
    example: ({ promptId }) => ({ body: { promptId: String(promptId) } }),
    async onInvalid(c, { values, errors }) {
      const prompts = await choosePrompts(c.var.scope);
      return fragment(c, <AssistantFields {...{ values, errors, prompts }} />, 422);
    },
    async answer(c, { form }) {
      await configureAssistant(c.var.scope, form);
      return done(c, { toast: 'assistant:saved', refresh: 'assistant' });
    },
  }),
];
