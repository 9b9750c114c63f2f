import { defineModule } from '@/core/module.ts';
import { bulkPages } from './bulk.pages.tsx';
import { sharePages } from './share.pages.tsx';
import { workspaceEndpoints } from './workspace.endpoints.ts';
import { workspacePages } from './workspace.pages.tsx';

const errors = { ERR_TOO_MANY_PINS: 409 } as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const workspace = defineModule<{ errors: keyof Errors }>({
  name: 'workspace',
  errors,
  endpoints: workspaceEndpoints,
  pages: [...bulkPages, ...workspacePages, ...sharePages],
});
