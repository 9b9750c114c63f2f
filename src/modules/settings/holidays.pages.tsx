import {
  DeleteHolidayDialog,
  HolidayDialog,
  SuggestedHolidaysDialog,
} from '@views/pages/settings/holiday-dialogs.tsx';
import { HolidayRows } from '@views/pages/settings/hours-tab.tsx';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { done, fragment, leadTo } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { paths } from '@/paths.ts';
import { getHoliday, listHolidays } from './holidays.queries.ts';
import {
  addSuggested,
  createHoliday,
  deleteHoliday,
  suggestHolidays,
  updateHoliday,
} from './holidays.service.ts';
import { HolidayInput, SuggestedDays } from './settings.schema.ts';

const BLANK = { name: '', day: '', isYearly: false };
const example = () => ({ body: { name: 'Recesso', day: '2026-12-31', isYearly: 'true' } });

export const holidaysPages = [
  pageRoute('GET /holidays', {
    access: 'admin',
    async show(c) {
      if (!isPartial(c)) return leadTo(c, paths.settingsHours());
      return fragment(c, <HolidayRows holidays={await listHolidays(c.var.scope)} />);
    },
  }),
  pageRoute('GET /holidays/new', { access: 'admin', show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /holidays/suggestions', {
    access: 'admin',
    show: async (c) =>
      fragment(c, <SuggestedHolidaysDialog suggestions={await suggestHolidays(c.var.scope)} />),
  }),
  pageRoute('POST /holidays/suggestions', {
    access: 'admin',
    form: SuggestedDays,
    example: () => ({ body: { days: '2026-04-03' } }),
    again: async (c) =>
      fragment(c, <SuggestedHolidaysDialog suggestions={await suggestHolidays(c.var.scope)} />, 422),
    async show(c, { form }) {
      const count = await addSuggested(c.var.scope, { days: form.days ?? [] });
      return done(c, { toast: 'settings:toast.holidaysAdded', vars: { count }, refresh: 'holiday' });
    },
  }),
  pageRoute('GET /holidays/:holidayId/edit', {
    access: 'admin',
    show: async (c, { holidayId }) => dialog(c, holidayId, await getHoliday(c.var.scope, holidayId)),
  }),
  pageRoute('GET /holidays/:holidayId/delete', {
    access: 'admin',
    show: async (c, { holidayId }) =>
      fragment(c, <DeleteHolidayDialog holiday={await getHoliday(c.var.scope, holidayId)} />),
  }),
  pageRoute('POST /holidays', {
    access: 'admin',
    form: HolidayInput,
    example,
    again,
    async show(c, { form }) {
      await createHoliday(c.var.scope, form);
      return done(c, { toast: 'settings:toast.holidayAdded', refresh: 'holiday' });
    },
  }),
  pageRoute('PUT /holidays/:holidayId', {
    access: 'admin',
    form: HolidayInput,
    example,
    again,
    async show(c, { holidayId, form }) {
      await updateHoliday(c.var.scope, { ...form, holidayId });
      return done(c, { toast: 'settings:toast.holidayChanged', refresh: 'holiday' });
    },
  }),
  pageRoute('DELETE /holidays/:holidayId', {
    access: 'admin',
    async show(c, { holidayId }) {
      await deleteHoliday(c.var.scope, { holidayId });
      return done(c, { toast: 'settings:toast.holidayDeleted', refresh: 'holiday' });
    },
  }),
];

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
