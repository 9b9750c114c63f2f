import { z } from 'zod';
import type { Access, Endpoint } from './endpoint.ts';
import { pageOf } from './shapes.ts';

type NotYet = { path: string; empty: Record<string, unknown> | []; access?: Access };

const pageUnder = (list: string) => ({ [list]: [], count: 0, hasMore: false });

/**
 * What existing clients ask for on pages that work already, and show an error or go white without. Nothing is in
 * these lists until their module comes, which takes its row away.
 */
export const NOT_YET: NotYet[] = [
  { path: '/announcements', empty: pageUnder('records') },
  { path: '/chats', empty: pageUnder('records') },
  { path: '/campaigns', empty: pageUnder('records') },
  { path: '/campaign-settings', empty: [] },
  { path: '/contact-lists', empty: pageUnder('records') },
  { path: '/contact-lists/list', empty: [] },
  { path: '/files', empty: pageUnder('files') },
  { path: '/helps', empty: pageUnder('records') },
  { path: '/helps/list', empty: [] },
  { path: '/invoices/all', empty: [] },
  { path: '/plans/list', empty: [], access: 'anyone' },
  { path: '/prompt', empty: pageUnder('prompts') },
  { path: '/queueIntegration', empty: pageUnder('queueIntegrations') },
  { path: '/schedules', empty: pageUnder('schedules') },
];

export const notYetEndpoints: Endpoint[] = NOT_YET.map(({ path, empty, access = 'person' }) => ({
  method: 'GET',
  path,
  access,
  summary: 'Always empty: its module is not there yet',
  reply: Array.isArray(empty) ? z.array(z.never()) : pageOf(listOf(empty), z.never()),
}));

function listOf(empty: Record<string, unknown>): string {
  return Object.keys(empty)[0] ?? '';
}
