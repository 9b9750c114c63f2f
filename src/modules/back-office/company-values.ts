import type { Kernel } from '@/kernel/scope.ts';
import { zonedParts } from '@/kernel/zoned-time.ts';
import type { CompanyRow } from '@/modules/companies/companies.queries.ts';
import { dueDate as DueDate } from '@/modules/companies/companies.schema.ts';
import { isRecurrence, laterBy } from '@/modules/companies/recurrence.schema.ts';

const TEXTS = {
  name: '',
  email: '',
  phone: '',
  recurrence: '',
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
};

export const BLANK_COMPANY = { ...TEXTS, planId: '', dueDate: '', status: true, campaignsEnabled: true };

/** What the form shows of a company. */
export function companyValues({ config }: Kernel, row: CompanyRow): typeof BLANK_COMPANY {
  const { planId, dueDate, status, campaignsEnabled, ...texts } = row;
  const day = dueDate ? zonedParts(dueDate, config.timeZone).day : '';
  return { ...texts, planId: String(planId ?? ''), dueDate: day, status, campaignsEnabled };
}

/** What was typed, behind a refusal. */
export function typedCompany(values: Record<string, string>): typeof BLANK_COMPANY {
  const switches = {
    status: values.status !== 'false',
    campaignsEnabled: values.campaignsEnabled !== 'false',
  };
  return { ...BLANK_COMPANY, ...values, ...switches };
}

/** '+Vencimento': a field without a day counts from today. */
export function nextDueDate(
  { config, clock }: Kernel,
  { dueDate, recurrence }: { dueDate: string; recurrence: string },
): { day: string; error?: string } {
  if (!isRecurrence(recurrence)) return { day: dueDate, error: 'backOffice:company.chooseRecurrence' };
  const known = DueDate.parse(dueDate);
  const from = typeof known === 'string' ? known : zonedParts(clock(), config.timeZone).day;
  return { day: laterBy(from, recurrence) };
}
