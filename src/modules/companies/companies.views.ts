import { z } from 'zod';
import { id, moment, stamps } from '../../fields.schema.ts';

export const BareCompany = z.strictObject({
  id,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  status: z.boolean(),
  dueDate: moment.nullable(),
  recurrence: z.string(),
  planId: id.nullable(),
  ...stamps,
});
export type BareCompanyView = z.infer<typeof BareCompany>;

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
