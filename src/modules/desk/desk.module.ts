import { defineModule } from '@/kernel/module.ts';
import { bulkPages } from './bulk.pages.tsx';
import { deskEndpoints } from './desk.endpoints.ts';
import { deskPages } from './desk.pages.tsx';

export const desk = defineModule({
  name: 'desk',
  endpoints: deskEndpoints,
  pages: [...bulkPages, ...deskPages],
});
