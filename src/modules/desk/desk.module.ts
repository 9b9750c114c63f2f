import { defineModule } from '@/kernel/module.ts';
import { bulkPages } from './bulk.pages.tsx';
import { deskEndpoints } from './desk.endpoints.ts';
import { deskPages } from './desk.pages.tsx';

/** The screen on which tickets are worked on: lists, conversations, and what is done to many at once. */
export const desk = defineModule({
  name: 'desk',
  endpoints: deskEndpoints,
  pages: [...bulkPages, ...deskPages],
});
