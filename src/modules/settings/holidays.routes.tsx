import {
  DeleteHolidayDialog,
  HolidayDialog,
  SuggestedHolidaysDialog,
} from '@views/pages/settings/holiday-dialogs.tsx';
import { HolidayRows } from '@views/pages/settings/hours-tab.tsx';
import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { paths } from '@/paths.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getHoliday, listHolidays } from './holidays.queries.ts';
import {
  addSuggested,
  createHoliday,
  deleteHoliday,
  suggestHolidays,
  updateHoliday,
} from './holidays.service.ts';
import { HolidayInput, SuggestedDays } from './settings.schema.ts';
import { Holiday } from './settings.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    holidayId: number;
  }
}

const BLANK = { name: '', day: '', isYearly: false };
const REFRESH = 'holiday';

export const holidayRoutes = routes([
  endpoint('GET /holidays', {
    access: 'person',
    summary: 'All days on which the company is closed, by day',
    reply: z.array(Holiday),
    run: (scope) => listHolidays(scope),
  }),
  pageRoute('GET /holidays', {
    access: 'admin',
    partOf: paths.settingsHours(),
    answer: async (c) => fragment(c, <HolidayRows holidays={await listHolidays(c.var.scope)} />),
  }),
  pageRoute('GET /holidays/new', { access: 'admin', answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /holidays/suggestions', {
    access: 'admin',
    answer: async (c) =>
      fragment(c, <SuggestedHolidaysDialog suggestions={await suggestHolidays(c.var.scope)} />),
  }),
  pageRoute('GET /holidays/:holidayId/edit', {
    access: 'admin',
    answer: async (c, { holidayId }) => dialog(c, holidayId, await getHoliday(c.var.scope, holidayId)),
  }),
  pageRoute('GET /holidays/:holidayId/delete', {
    access: 'admin',
    answer: async (c, { holidayId }) =>
      fragment(c, <DeleteHolidayDialog holiday={await getHoliday(c.var.scope, holidayId)} />),
  }),
  pageRoute('POST /holidays/suggestions', {
    access: 'admin',
    form: SuggestedDays,
    example: () => ({ body: { days: '2026-04-03' } }),
    onInvalid: async (c) =>
      fragment(c, <SuggestedHolidaysDialog suggestions={await suggestHolidays(c.var.scope)} />, 422),
    async answer(c, { form }) {
      const count = await addSuggested(c.var.scope, { days: form.days ?? [] });
      return done(c, { toast: 'settings:toast.holidaysAdded', vars: { count }, refresh: REFRESH });
    },
  }),
  operation('POST /holidays', {
    access: 'admin',
    summary: 'Adds a day on which the company is closed, once or every year',
    input: HolidayInput,
    output: Holiday,
    example: () => ({ body: { name: 'Aniversário da cidade', day: '2026-01-25', isYearly: true } }),
    run: (scope, input) => createHoliday(scope, input),
    form: { onInvalid: again, done: { toast: 'settings:toast.holidayAdded', refresh: REFRESH } },
  }),
  operation('PUT /holidays/:holidayId', {
    access: 'admin',
    summary: 'Changes a day on which the company is closed',
    input: HolidayInput,
    output: Holiday,
    errors: ['ERR_NO_HOLIDAY_FOUND'],
    example: () => ({ body: { name: 'Recesso', day: '2026-12-31', isYearly: false } }),
    run: (scope, input) => updateHoliday(scope, input),
    form: { onInvalid: again, done: { toast: 'settings:toast.holidayChanged', refresh: REFRESH } },
  }),
  operation('DELETE /holidays/:holidayId', {
    access: 'admin',
    summary: 'Deletes a day on which the company is closed',
    output: MessageReply,
    errors: ['ERR_NO_HOLIDAY_FOUND'],
    async run(scope, input) {
      await deleteHoliday(scope, input);
      return { message: 'Holiday deleted' };
    },
    form: { done: { toast: 'settings:toast.holidayDeleted', refresh: REFRESH } },
  }),
]);

type Values = { name: string; day: string; isYearly: boolean };

function dialog(c: Ctx, holidayId: number | null, values: Values, errors?: Record<string, string>): Response {
  const { name, day, isYearly } = values;
  const node = <HolidayDialog holidayId={holidayId} values={{ name, day, isYearly }} errors={errors} />;
  return fragment(c, node, errors ? 422 : 200);
}

function again(c: Ctx, { values, errors }: Refused): Response {
  const holidayId = c.req.param('holidayId') ? idParam(c, 'holidayId') : null;
  const { name = '', day = '', isYearly } = values;
  return dialog(c, holidayId, { name, day, isYearly: isYearly === 'true' }, errors);
}
