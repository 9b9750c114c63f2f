import type { Kernel } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { type CompanyRow, zoneOf } from '@/modules/companies/companies.queries.ts';
import { dueDate as DueDate } from '@/modules/companies/companies.schema.ts';
import {
  billingDayOf,
  isRecurrence,
  moveByMonths,
  RECURRENCE_MONTHS,
} from '@/modules/companies/recurrence.schema.ts';

const TEXTS = {
  name: '',
  email: '',
  phone: '',
  recurrence: '',
  timeZone: '',
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
};

export const BLANK_COMPANY = {
  ...TEXTS,
  planId: '',
  dueDate: '',
  billingDay: '',
  status: true,
  campaignsEnabled: true,
};

export function companyValues(kernel: Kernel, row: CompanyRow): typeof BLANK_COMPANY {
  const { planId, dueDate, billingDay: known, status, campaignsEnabled, ...texts } = row;
  const timeZone = row.timeZone ?? '';
  const day = dueDate ? zonedParts(dueDate, zoneOf(kernel, row)).day : '';
  const billingDay = day && String(billingDayOf(day, known));
  return {
    ...texts,
    timeZone,
    planId: String(planId ?? ''),
    dueDate: day,
    billingDay,
    status,
    campaignsEnabled,
  };
}

export function typedCompany(values: Record<string, string>): typeof BLANK_COMPANY {
  const switches = {
    status: values.status !== 'false',
    campaignsEnabled: values.campaignsEnabled !== 'false',
  };
  return { ...BLANK_COMPANY, ...values, ...switches };
}

export type NextDueDate = {
  dueDate: string;
  billingDay?: number;
  recurrence: string;
  timeZone: string | null;
};

/** '+Vencimento': an empty date field counts from today. */
export function nextDueDate(
  kernel: Kernel,
  { dueDate, billingDay, recurrence, timeZone }: NextDueDate,
): { day: string; billingDay: string; error?: string } {
  if (!isRecurrence(recurrence))
    return {
      day: dueDate,
      billingDay: String(billingDay ?? ''),
      error: 'backOffice:company.chooseRecurrence',
    };
  const known = DueDate.parse(dueDate);
  const from =
    typeof known === 'string' ? known : zonedParts(kernel.clock(), zoneOf(kernel, { timeZone })).day;
  const billingDayBefore = billingDayOf(from, billingDay ?? null);
  return {
    day: moveByMonths(from, RECURRENCE_MONTHS[recurrence], billingDayBefore),
    billingDay: String(billingDayBefore),
  };
}
