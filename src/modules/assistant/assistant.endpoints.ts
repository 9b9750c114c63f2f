import type { ErrorCode } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { Message } from '@/modules/messages/messages.views.ts';
import { askAssistant } from './assist.service.ts';
import { AssistantTask } from './assistant.schema.ts';
import { AssistantAnswer } from './assistant.views.ts';
import { transcribeMessage } from './transcribe.service.ts';

const REFUSALS: ErrorCode[] = [
  'ERR_ASSISTANT_OFF',
  'ERR_ASSISTANT_SLOW',
  'ERR_ASSISTANT_BUSY',
  'ERR_ASSISTANT_SPENT',
  'ERR_ASSISTANT_FAILED',
  'ERR_RATE_LIMITED',
];

export const assistantEndpoints = [
  endpoint('POST /tickets/:ticketId/assistant', {
    access: 'reader',
    feature: 'useOpenAi',
    summary:
      'Words for who answers, to be read before they are used: an answer, a summary, a translation, another tone',
    body: AssistantTask,
    reply: AssistantAnswer,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_NOT_OPEN', 'ERR_NO_MESSAGE_FOUND', ...REFUSALS],
    example: () => ({ body: { task: 'tone' as const, tone: 'formal' as const, text: 'blz, já vejo' } }),
    async answer(c, { ticketId, body }) {
      const { signal } = c.req.raw;
      return c.json(await askAssistant(c.var.scope, { ticketId, request: body, signal }));
    },
  }),
  endpoint('POST /messages/:messageId/transcript', {
    access: 'reader',
    feature: 'useOpenAi',
    summary: 'Transcribes a voice note',
    reply: Message,
    errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_ASSISTANT_NO_AUDIO', ...REFUSALS],
    async answer(c, { messageId }) {
      const { signal } = c.req.raw;
      return c.json(await transcribeMessage(c.var.scope, { messageId, signal }));
    },
  }),
];
