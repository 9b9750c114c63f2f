import { z } from 'zod';
import { listFilter } from '../../list.schema.ts';

export const MAILS_PER_PAGE = 20;

export const MailFilter = z.object(listFilter);
export type MailFilter = z.infer<typeof MailFilter>;
