import { z } from 'zod';
import { id, stamps } from '../../fields.schema.ts';
import { BareCompany } from '../companies/companies.views.ts';

/** A default that is not stored has an id below zero. */
export const Setting = z
  .strictObject({ id, key: z.string(), value: z.string(), companyId: id, ...stamps })
  .meta({ id: 'Setting' });
export type SettingView = z.infer<typeof Setting>;

export const PublicSetting = z
  .strictObject({ key: z.string(), value: z.string() })
  .meta({ id: 'PublicSetting' });
export type PublicSettingView = z.infer<typeof PublicSetting>;

export const Company = BareCompany.extend({ settings: z.array(Setting) }).meta({ id: 'Company' });
export type CompanyView = z.infer<typeof Company>;
