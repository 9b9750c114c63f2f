import { z } from 'zod';
import { listFilter } from '../../schemas/list-filter.schema.ts';

export const MAILS_PER_PAGE = 20;

export const MailFilter = z.object(listFilter);
export type MailFilter = z.infer<typeof MailFilter>;
