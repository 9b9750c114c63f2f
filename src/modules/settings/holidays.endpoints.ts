import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { listHolidays } from './holidays.queries.ts';
import { createHoliday, deleteHoliday, updateHoliday } from './holidays.service.ts';
import { HolidayInput } from './settings.schema.ts';
import { Holiday } from './settings.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    holidayId: number;
  }
}

export const holidaysEndpoints = [
  endpoint('GET /holidays', {
    access: 'person',
    summary: 'All days on which the company is closed, by day',
    reply: z.array(Holiday),
    run: (scope) => listHolidays(scope),
  }),
  endpoint('POST /holidays', {
    access: 'admin',
    summary: 'A day on which the company is closed, once or every year',
    body: HolidayInput,
    reply: Holiday,
    example: () => ({ body: { name: 'Aniversário da cidade', day: '2026-01-25', isYearly: true } }),
    run: (scope, { body }) => createHoliday(scope, body),
  }),
  endpoint('PUT /holidays/:holidayId', {
    access: 'admin',
    summary: 'Changes one',
    body: HolidayInput,
    reply: Holiday,
    errors: ['ERR_NO_HOLIDAY_FOUND'],
    example: () => ({ body: { name: 'Recesso', day: '2026-12-31', isYearly: false } }),
    run: (scope, { holidayId, body }) => updateHoliday(scope, { ...body, holidayId }),
  }),
  endpoint('DELETE /holidays/:holidayId', {
    access: 'admin',
    summary: 'Deletes one',
    reply: MessageReply,
    errors: ['ERR_NO_HOLIDAY_FOUND'],
    run: async (scope, { holidayId }) => {
      await deleteHoliday(scope, { holidayId });
      return { message: 'Holiday deleted' };
    },
  }),
];
