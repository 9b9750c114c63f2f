import { defineModule } from '@/kernel/module.ts';
import { bulkPages } from './bulk.pages.tsx';
import { deskEndpoints } from './desk.endpoints.ts';
import { deskPages } from './desk.pages.tsx';
import { sharePages } from './share.pages.tsx';

const errors = { ERR_TOO_MANY_PINS: 409 } as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const desk = defineModule<{ errors: keyof Errors }>({
  name: 'desk',
  errors,
  endpoints: deskEndpoints,
  pages: [...bulkPages, ...deskPages, ...sharePages],
});
