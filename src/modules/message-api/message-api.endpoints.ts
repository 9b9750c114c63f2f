import type { Ctx } from '@/core/http/env.ts';
import { endpoint, type Fixtures } from '@/core/http/routing/route.ts';
import { byConnectionToken } from './connection-token.guard.ts';
import { answerSystem } from './handle-api-message.http.ts';
import { API_FILES, ApiMessage } from './message-api.schema.ts';
import { ApiAnswer } from './message-api.views.ts';

const send = {
  access: 'anyone',
  guard: byConnectionToken,
  body: ApiMessage,
  files: API_FILES,
  storesFiles: false,
  reply: ApiAnswer,
  plain: true,
  takesForms: true,
  errors: [
    'ERR_API_TOKEN',
    'ERR_RATE_LIMITED',
    'ERR_COMPANY_DISABLED',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_FEATURE_NOT_IN_PLAN',
    'ERR_API_NO_FILE',
    'ERR_FILE_NOT_FETCHED',
    'ERR_MALFORMED_JSON',
    'ERR_BODY_ENCODING',
    'ERR_KEY_INVALID',
    'ERR_KEY_AT_WORK',
    'ERR_KEY_OF_ANOTHER_CALL',
    'ERR_WAPP_INVALID_CONTACT',
    'ERR_WAPP_CHECK_CONTACT',
    'ERR_WAPP_NOT_INITIALIZED',
    'ERR_CONTACT_BLOCKED',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_UNSUPPORTED_MEDIA',
    'ERR_LIMIT_REACHED',
  ],
  example: ({ contactNumber }: Fixtures) => ({
    params: { whatsapp: '1' },
    body: { number: contactNumber, body: 'Seu pedido saiu para entrega.' },
  }),
  answer: (c: Ctx, { body }: { body: ApiMessage }) => answerSystem(c, body),
} as const;

export const messageApiEndpoints = [
  endpoint('POST /messages/send', {
    ...send,
    errors: [...send.errors],
    summary:
      'Sends for another system, with the token of a connection as bearer; with an Idempotency-Key nothing is sent twice',
  }),
  endpoint('POST /messages/send/:whatsapp', {
    ...send,
    errors: [...send.errors],
    summary:
      'Sends for another system, as some existing callers address it: the connection is that of the token, whatever the path says',
  }),
];
