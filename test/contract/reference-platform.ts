import { ANNOUNCEMENT_ROW, HELP_ROW } from './reference-keys.ts';

const MESSAGE = { '': ['message'] };
const MENSAGEM = { '': ['mensagem'] };
const pageOf = (row: string[]) => ({ '': ['records', 'count', 'hasMore'], 'records.*.': row });

/** Contract: http §9, what the platform shows to all companies. */
export const PLATFORM_CALLS: Record<string, Record<string, string[]>> = {
  'GET /announcements': pageOf(ANNOUNCEMENT_ROW),
  'GET /announcements/list': { '*.': ANNOUNCEMENT_ROW },
  'GET /announcements/:id': { '': ANNOUNCEMENT_ROW },
  'POST /announcements': { '': ANNOUNCEMENT_ROW },
  'PUT /announcements/:id': { '': ANNOUNCEMENT_ROW },
  'DELETE /announcements/:id': MESSAGE,
  'POST /announcements/:id/media-upload': MENSAGEM,
  'DELETE /announcements/:id/media-upload': MENSAGEM,
  'GET /helps': pageOf(HELP_ROW),
  'GET /helps/list': { '*.': HELP_ROW },
  'GET /helps/:id': { '': HELP_ROW },
  'POST /helps': { '': HELP_ROW },
  'PUT /helps/:id': { '': HELP_ROW },
  'DELETE /helps/:id': MESSAGE,
  'POST /settings/media-upload': MENSAGEM,
};
