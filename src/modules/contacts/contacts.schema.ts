import { z } from 'zod';

/** A contact in the contract's words. */
export type ContactView = {
  id: number;
  name: string;
  number: string;
  email: string;
  profilePicUrl: string | null;
  isGroup: boolean;
  active: boolean;
  companyId: number;
  whatsappId: number | null;
  createdAt: string;
  updatedAt: string;
};

export type ContactDetail = ContactView & {
  extraInfo: { id: number; name: string; value: string; contactId: number }[];
};

export const CONTACTS_PER_PAGE = 30;

export const ContactFilter = z.object({
  searchParam: z.string().trim().max(200).default(''),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
});
export type ContactFilter = z.infer<typeof ContactFilter>;
