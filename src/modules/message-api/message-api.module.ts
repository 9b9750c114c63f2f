import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { type MessageApiEvents, oldCalls, publishCalled } from './api-calls.service.ts';
import { createApiGuesses, createApiPace } from './api-rate-limits.state.ts';
import { keyJobs, oldKeys } from './idempotency.service.ts';
import { messageApiEndpoints } from './message-api.endpoints.ts';
import { messageApiPages } from './message-api.pages.tsx';

const errors = {
  ERR_API_TOKEN: 401,
  ERR_API_NO_FILE: 400,
  ERR_KEY_INVALID: 400,
  ERR_KEY_AT_WORK: 409,
  ERR_KEY_OF_ANOTHER_CALL: 422,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const messageApi = defineModule<{
  errors: keyof Errors;
  events: keyof MessageApiEvents;
  services: 'apiPace' | 'apiGuesses' | 'keysAtWork';
}>({
  name: 'message-api',
  errors,
  services: { apiPace: createApiPace, apiGuesses: createApiGuesses, keysAtWork: () => new Set() },
  endpoints: messageApiEndpoints,
  pages: messageApiPages,
  menu: [
    {
      key: 'messagesApi',
      label: 'messageApi:title',
      href: paths.messageApi(),
      icon: 'code',
      section: 'settings',
      position: 30,
      isFor: isAdmin,
      feature: 'useExternalApi',
    },
  ],
  listeners: { 'api.called': publishCalled },
  companyJobs: [oldCalls, oldKeys],
  platformJobs: keyJobs,
});
