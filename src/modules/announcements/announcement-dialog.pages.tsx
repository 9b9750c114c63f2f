import {
  AnnouncementDialog,
  type AnnouncementValues,
} from '@views/pages/announcements/announcement-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { fragment } from '@/core/http/responses/respond.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { listCompanyNames } from '@/modules/companies/companies.queries.ts';
import type { Addressees } from './addressees.queries.ts';
import type { AnnouncementView } from './announcements.views.ts';

export async function announcementDialog(
  c: Ctx,
  known: AnnouncementView | null,
  values: AnnouncementValues,
  errors?: Record<string, string>,
): Promise<Response> {
  const companies = await listCompanyNames(platformOf(c.var.scope));
  const props = { known, values, companies, errors };
  return fragment(c, <AnnouncementDialog {...props} />, errors ? 422 : 200);
}

export function newAnnouncement(companies: Addressees): AnnouncementValues {
  return { title: '', text: '', priority: '3', status: true, ...toFields(companies) };
}

export function toFields(companies: Addressees): Pick<AnnouncementValues, 'forAll' | 'companies'> {
  return { forAll: companies === null, companies: (companies ?? []).map(String) };
}
