import { z } from 'zod';
import { id, type moment, ServiceHours, stamps } from '../../schemas/reply-fields.schema.ts';
import { BareCompany } from '../companies/companies.views.ts';

/** Defaults that are not stored have negative ids. */
export const Setting = z
  .strictObject({ id, key: z.string(), value: z.string(), companyId: id, ...stamps })
  .meta({ id: 'Setting' });
export type SettingView = z.infer<typeof Setting>;

export const PublicSetting = z
  .strictObject({ key: z.string(), value: z.string() })
  .meta({ id: 'PublicSetting' });
export type PublicSettingView = z.infer<typeof PublicSetting>;

export const Company = BareCompany.extend({
  schedules: z.array(ServiceHours),
  settings: z.array(Setting),
}).meta({ id: 'Company' });
export type CompanyView = z.infer<typeof Company>;

export type CompanyHours = z.infer<typeof ServiceHours>[];

export const Holiday = z
  .strictObject({ id, name: z.string(), day: z.iso.date(), isYearly: z.boolean(), ...stamps })
  .meta({ id: 'Holiday' });
export type HolidayView = z.infer<typeof Holiday>;

/** `before` and `after` are '' for secrets, JSON for hours and holidays. */
export type SettingChangeView = {
  id: number;
  key: string;
  before: string;
  after: string;
  /** '' means the app itself. */
  userName: string;
  createdAt: z.infer<typeof moment>;
};
export type SettingChangePage = { changes: SettingChangeView[]; hasMore: boolean };
