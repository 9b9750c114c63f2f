import { z } from 'zod';
import { pageOf } from '../../fields.schema.ts';
import { Plan } from '../companies/companies.views.ts';
import { Company } from '../settings/settings.views.ts';

/** A list reads no company's database: its `schedules` are empty, of its `settings` there is campaignsEnabled. */
export const ListedCompany = Company.extend({
  plan: Plan.pick({ id: true, name: true, value: true }).nullable(),
}).meta({ id: 'ListedCompany' });
export type ListedCompanyView = z.infer<typeof ListedCompany>;

export const ListedCompanyPage = pageOf('companies', ListedCompany);
export type ListedCompanyPage = z.infer<typeof ListedCompanyPage>;

/** `invitation` is there when no password was given: where its first administrator chooses their own. */
export const NewCompany = Company.extend({ invitation: z.string().optional() }).meta({ id: 'NewCompany' });
export type NewCompanyView = z.infer<typeof NewCompany>;
