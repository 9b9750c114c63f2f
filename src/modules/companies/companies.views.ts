import { z } from 'zod';
import { id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

export const BareCompany = z.strictObject({
  id,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  status: z.boolean(),
  dueDate: moment.nullable(),
  recurrence: z.string(),
  planId: id.nullable(),
  campaignsEnabled: z.boolean(),
  trialExpiration: moment.nullable(),
  billingName: z.string(),
  addressZipCode: z.string(),
  addressStreet: z.string(),
  addressDistrict: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
  ...stamps,
});
export type BareCompanyView = z.infer<typeof BareCompany>;
export type CompanyNameView = Pick<BareCompanyView, 'id' | 'name' | 'status'>;

export const Plan = z
  .strictObject({
    id,
    name: z.string(),
    users: z.number().int(),
    connections: z.number().int(),
    queues: z.number().int(),
    value: z.number(),
    useSchedules: z.boolean(),
    useCampaigns: z.boolean(),
    useInternalChat: z.boolean(),
    useExternalApi: z.boolean(),
    useKanban: z.boolean(),
    useOpenAi: z.boolean(),
    useIntegrations: z.boolean(),
    useInternal: z.boolean(),
  })
  .meta({ id: 'Plan' });
export type PlanView = z.infer<typeof Plan>;

/** 0 means no limit for `campaigns` and `schedules`, and the server's default for the quotas after them. */
export const PlanRow = Plan.extend({
  campaigns: z.number().int(),
  schedules: z.number().int(),
  storageGb: z.number().int(),
  messagesPerMinute: z.number().int(),
  sockets: z.number().int(),
  exports: z.number().int(),
  ...stamps,
}).meta({ id: 'PlanRow' });
export type PlanRowView = z.infer<typeof PlanRow>;

export const PlanPage = pageOf('plans', PlanRow);
export type PlanPage = z.infer<typeof PlanPage>;

export const CompanyWithPlan = BareCompany.pick({
  id: true,
  name: true,
  email: true,
  status: true,
  dueDate: true,
  createdAt: true,
  phone: true,
})
  .extend({ plan: Plan })
  .meta({ id: 'CompanyWithPlan' });
export type CompanyWithPlanView = z.infer<typeof CompanyWithPlan>;

export const CompaniesWithPlans = z.strictObject({ companies: z.array(CompanyWithPlan) });
