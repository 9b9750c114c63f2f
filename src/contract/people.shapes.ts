import { z } from 'zod';
import { Queue } from '../modules/queues/queues.views.ts';
import { Company } from '../modules/settings/settings.views.ts';
import { id, moment, stamps } from './fields.ts';

/** Who works at the desk and how it is set up: people, queues, settings, companies, tags. */

const UserQueue = Queue.omit({ companyId: true }).extend({
  UserQueue: z.strictObject({ userId: id, queueId: id, ...stamps }),
});

const person = {
  id,
  name: z.string(),
  email: z.string(),
  companyId: id,
  profile: z.enum(['admin', 'supervisor', 'user']),
  super: z.boolean(),
  whatsappId: id.nullable(),
  allTicket: z.enum(['enabled', 'desabled']),
  online: z.boolean(),
  queues: z.array(UserQueue),
  queueIds: z.array(id),
};

export const UserListItem = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  companyId: id,
  profile: z.enum(['admin', 'supervisor', 'user']),
  online: z.boolean(),
  createdAt: moment,
  queues: z.array(UserQueue),
  queueIds: z.array(id),
  company: z.strictObject({ id, name: z.string() }),
});

export const UserSimple = UserListItem.pick({
  id: true,
  name: true,
  email: true,
  queues: true,
  queueIds: true,
});

export const User = z.strictObject({
  ...person,
  tokenVersion: z.number().int(),
  company: z.strictObject({ id, name: z.string(), dueDate: moment.nullable() }),
});

/** Existing clients let nobody in without a due date: where a company has none, these two say a far one. */
export const LoginUser = z.strictObject({ ...person, company: Company.extend({ dueDate: moment }) });
export const RefreshUser = User.extend({ company: User.shape.company.extend({ dueDate: moment }) });
