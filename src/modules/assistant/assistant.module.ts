import { defineModule } from '@/core/module.ts';
import { createAssistantPace } from './ask-assistant.service.ts';
import { assistantEndpoints } from './assistant.endpoints.ts';
import { assistantPages } from './assistant.pages.tsx';

const errors = {
  ERR_ASSISTANT_OFF: 409,
  ERR_ASSISTANT_SPENT: 409,
  ERR_ASSISTANT_NO_AUDIO: 409,
  ERR_ASSISTANT_SLOW: 504,
  ERR_ASSISTANT_BUSY: 503,
  ERR_ASSISTANT_FAILED: 502,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const assistant = defineModule<{ errors: keyof Errors; services: 'assistantPace' }>({
  name: 'assistant',
  errors,
  services: { assistantPace: createAssistantPace },
  endpoints: assistantEndpoints,
  pages: assistantPages,
});
