import { HistoryRows, HistoryTab } from '@views/pages/settings/history-tab.tsx';
import { HoursForm, HoursTab } from '@views/pages/settings/hours-tab.tsx';
import { Integrations, OptionsTab } from '@views/pages/settings/options-tab.tsx';
import { AddressRow, rowOf } from '@views/pages/settings/setting-rows.tsx';
import { z } from 'zod';
import { InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { tabPage } from '@/core/http/responses/tab-page.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam } from '@/core/http/routing/validate.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { paths } from '@/paths.ts';
import { checkHours, hoursFields, hoursOf, hoursValues } from '@/schemas/service-hours.schema.ts';
import { getCompanyHours } from './company-hours.queries.ts';
import { changeCompanyHours } from './company-hours.service.ts';
import { listHolidays } from './holidays.queries.ts';
import { getOptions } from './options.queries.ts';
import { listSettingChanges } from './setting-changes.queries.ts';
import { canSeeSubject } from './settings.policy.ts';
import { getSetting } from './settings.queries.ts';
import { ChangeFilter, isAddressSetting, SettingForm, TIME_ZONE_KEY } from './settings.schema.ts';
import { changeSetting } from './settings.service.ts';
import { SubjectFilter } from './subjects.schema.ts';

const HoursInForm = z.object(hoursFields).superRefine(checkHours);

export const settingsPages = [
  pageRoute('GET /settings', {
    // Spec part 1 §2: options are for all users; the service refuses changes.
    access: 'person',
    query: SubjectFilter,
    async answer(c, { query: { subject: asked, q } }) {
      const { scope } = c.var;
      const subject = q === '' && asked && canSeeSubject(scope.actor, asked) ? asked : undefined;
      const options = await getOptions(scope, { subject, q });
      return tabPage(c, subject ?? 'options', {
        live: <OptionsTab {...options} />,
        children: options.isSuper ? <Integrations {...options} /> : null,
      });
    },
  }),
  pageRoute('PUT /settings/:key', {
    access: 'admin',
    form: SettingForm,
    example: () => ({ params: { key: 'call' }, body: { value: 'true' } }),
    onInvalid(c, { values, errors }) {
      const name = c.req.param('key') ?? '';
      if (!isAddressSetting(name)) throw new InvalidInput(errors);
      c.header('HX-Retarget', `#${rowOf(name)}`);
      c.header('HX-Reswap', 'outerMorph');
      return fragment(c, <AddressRow {...{ name, value: values.value ?? '', error: errors.value }} />, 422);
    },
    async answer(c, { key, form }) {
      await changeSetting(c.var.scope, { key, value: form.value });
      if (key === TIME_ZONE_KEY) return reloaded(c);
      return done(c, { toast: 'settings:toast.updated', refresh: 'settings' });
    },
  }),
  pageRoute('GET /settings/hours', {
    access: 'admin',
    async answer(c) {
      const { scope } = c.var;
      const scheduleType = await getSetting(scope, 'scheduleType');
      const hours = await getCompanyHours(scope);
      const props = {
        ...{ scheduleType, companyId: scope.companyId, values: hoursValues(hours) },
        ...{ isOffer: hours.length === 0, holidays: await listHolidays(scope) },
      };
      return tabPage(c, 'hours', { children: <HoursTab {...props} /> });
    },
  }),
  pageRoute('PUT /companies/:companyId/schedules', {
    access: 'admin',
    openedBy: 'GET /settings/hours',
    form: HoursInForm,
    example: () => ({ body: hoursValues([]) as Record<string, string> }),
    onInvalid: (c, { values, errors }) => {
      const companyId = idParam(c, 'companyId');
      return fragment(c, <HoursForm companyId={companyId} values={values} errors={errors} />, 422);
    },
    async answer(c, { companyId, form }) {
      const { scope } = c.var;
      const hours = hoursOf(form) ?? [];
      await changeCompanyHours(scope, { companyId, hours });
      return done(c, { toast: 'settings:toast.hours', refresh: 'companyHours' });
    },
  }),
  pageRoute('GET /settings/history', {
    access: 'admin',
    async answer(c) {
      const changes = await listSettingChanges(c.var.scope, {});
      return tabPage(c, 'history', { children: <HistoryTab page={changes} /> });
    },
  }),
  pageRoute('GET /settings/changes', {
    access: 'admin',
    partOf: paths.settingsHistory(),
    query: ChangeFilter,
    answer: async (c, { query }) =>
      fragment(c, <HistoryRows page={await listSettingChanges(c.var.scope, query)} />),
  }),
];

/** The whole page: its islands show times too. */
function reloaded(c: Ctx): Response {
  flash(c, 'success', 'settings:toast.updated');
  c.header('HX-Refresh', 'true');
  return c.body(null, 204);
}
