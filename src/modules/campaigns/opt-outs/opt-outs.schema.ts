import { z } from 'zod';
import { listFilter } from '../../../schemas/list-filter.schema.ts';
import { phoneNumber } from '../../contacts/contacts.schema.ts';

export const OPT_OUTS_PER_PAGE = 20;

export const OptOutFilter = z.object(listFilter);
export type OptOutFilter = z.infer<typeof OptOutFilter>;

export const OptOutInput = z.object({ number: phoneNumber });
export type OptOutInput = z.infer<typeof OptOutInput>;
