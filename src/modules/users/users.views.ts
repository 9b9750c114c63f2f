import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';
import { Queue } from '../queues/queues.views.ts';

const Membership = Queue.extend({
  UserQueue: z.strictObject({ userId: id, queueId: id, ...stamps }),
});
export type MembershipView = z.infer<typeof Membership>;

const person = {
  id,
  name: z.string(),
  email: z.string(),
  companyId: id,
  profile: z.enum(['admin', 'supervisor', 'user']),
  online: z.boolean(),
  active: z.boolean(),
  profileImage: address,
  queues: z.array(Membership),
  queueIds: z.array(id),
};

export const User = z
  .strictObject({
    ...person,
    super: z.boolean(),
    tokenVersion: z.number().int(),
    whatsappId: id.nullable(),
    allTicket: z.enum(['enabled', 'desabled']),
    language: z.enum(['pt', 'en', 'es']).nullable(),
    company: z.strictObject({ id, name: z.string(), dueDate: moment.nullable() }),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof User>;

const UserListItem = z
  .strictObject({
    ...person,
    invited: z.boolean(),
    createdAt: moment,
    company: z.strictObject({ id, name: z.string() }),
  })
  .meta({ id: 'UserListItem' });
export type UserListItemView = z.infer<typeof UserListItem>;

export const UserPage = pageOf('users', UserListItem);
export type UserPage = z.infer<typeof UserPage>;

export const UserSimple = UserListItem.pick({
  id: true,
  name: true,
  email: true,
  queues: true,
  queueIds: true,
}).meta({ id: 'UserSimple' });
export type UserSimpleView = z.infer<typeof UserSimple>;
