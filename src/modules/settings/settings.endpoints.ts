import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { HoursInput } from '@/schemas/service-hours.schema.ts';
import { changeCompanyHours } from './company-hours.service.ts';
import { getPublicSetting, listSettings, readCompany } from './settings.queries.ts';
import { PublicSettingKey, SettingInput } from './settings.schema.ts';
import { changeSetting } from './settings.service.ts';
import { Company, PublicSetting, Setting } from './settings.views.ts';

const HoursForm = z.object({ schedules: HoursInput });

export const settingsEndpoints = [
  endpoint('GET /companies/:companyId', {
    access: 'person',
    summary:
      'The reader’s own company with its settings, but for credentials of other systems; super administrators read any',
    reply: Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
    run: (scope, { companyId }) => readCompany(scope, companyId),
  }),
  endpoint('PUT /companies/:companyId/schedules', {
    access: 'admin',
    summary: 'The service hours of the reader’s own company; a day without its second range keeps it',
    body: HoursForm,
    reply: Company,
    errors: ['ERR_NO_COMPANY_FOUND'],
    example: ({ companyId }) => ({
      body: {
        id: companyId,
        schedules: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
      },
    }),
    run: (scope, { companyId, body }) => changeCompanyHours(scope, { companyId, hours: body.schedules }),
  }),
  endpoint('GET /settings', {
    access: 'person',
    summary:
      'Every setting with its default; credentials of other systems for administrators only, the platform’s own for its administrators only',
    reply: z.array(Setting),
    run: (scope) => listSettings(scope),
  }),
  endpoint('PUT /settings/:key', {
    // The service decides by the key: a super administrator may lack the company's admin profile.
    access: 'person',
    summary:
      'Changes one setting of the company, for its administrators; trial, allowregister and viewregister are the platform’s, for its own',
    body: SettingInput,
    reply: Setting,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_SETTING_FOUND', 'ERR_PROOF_REQUIRED'],
    example: () => ({ params: { key: 'asaas' }, body: { value: 'tomado' } }),
    run: (scope, { key, body }) => changeSetting(scope, { key, value: body.value }),
  }),
  endpoint('GET /settings/:key', {
    access: 'anyone',
    summary: 'One of the public settings trial, allowregister and viewregister',
    reply: PublicSetting,
    errors: ['ERR_NO_SETTING_FOUND'],
    example: () => ({ params: { key: 'trial' } }),
    async answer(c, { key }) {
      const known = PublicSettingKey.safeParse(key);
      if (!known.success) throw new AppError('ERR_NO_SETTING_FOUND');
      return c.json(await getPublicSetting(c.var.kernel, known.data));
    },
  }),
];
