import { defineModule } from '@/core/module.ts';
import { createTokenPace } from './access-token.guard.ts';
import { type PublicApiEvents, publishTokensChanged } from './public-api.events.ts';
import { publicApiPages } from './public-api.pages.tsx';

const errors = {
  ERR_NO_TOKEN_FOUND: 404,
  ERR_TOKEN_SCOPE: 403,
  ERR_TOO_MANY_TOKENS: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const publicApi = defineModule<{
  errors: keyof Errors;
  events: keyof PublicApiEvents;
  services: 'tokenPace';
}>({
  name: 'public-api',
  errors,
  services: { tokenPace: createTokenPace },
  pages: publicApiPages,
  listeners: { 'accessToken.changed': publishTokensChanged },
});
