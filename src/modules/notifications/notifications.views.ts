import { z } from 'zod';
import { Ticket } from '../tickets/tickets.views.ts';
import { PREFERENCE_KEYS, SWITCH_VALUES } from './preferences.schema.ts';

export const NotificationList = z.strictObject({ tickets: z.array(Ticket), count: z.number().int() });
export type NotificationList = z.infer<typeof NotificationList>;

const key = z.enum(PREFERENCE_KEYS);
const value = z.enum(SWITCH_VALUES);

export const Preferences = z.record(key, value).meta({ id: 'Preferences' });
export const Preference = z.strictObject({ key, value }).meta({ id: 'Preference' });
