import { z } from 'zod';
import { ServiceHours } from '../../schemas/reply-fields.schema.ts';
import { BareCompany } from '../companies/companies.views.ts';

/** Id 0, so that it does not reveal whether the address was known. */
export const SignedUp = BareCompany.pick({
  name: true,
  phone: true,
  email: true,
  status: true,
  dueDate: true,
  recurrence: true,
  planId: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({ id: z.literal(0), schedules: z.array(ServiceHours) })
  .meta({ id: 'SignedUp' });
export type SignedUpView = z.infer<typeof SignedUp>;
