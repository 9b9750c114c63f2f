import { SCHEDULE_ROW } from './reference-keys.ts';

const scheduleAt = (at: string) => ({
  [at]: [...SCHEDULE_ROW, 'contact', 'user'],
  [`${at}contact.`]: ['id', 'name'],
  [`${at}user.`]: ['id', 'name'],
});

/** Contract: http §9. */
export const SCHEDULE_CALLS: Record<string, Record<string, string[]>> = {
  'GET /schedules': { '': ['schedules', 'count', 'hasMore'], ...scheduleAt('schedules.*.') },
  'GET /schedules/:id': scheduleAt(''),
  'POST /schedules': { '': SCHEDULE_ROW },
  'PUT /schedules/:id': { '': SCHEDULE_ROW },
  'DELETE /schedules/:id': { '': ['message'] },
  'POST /schedules/:id/media-upload': { '': ['mensagem'] },
  'DELETE /schedules/:id/media-upload': { '': ['mensagem'] },
};
