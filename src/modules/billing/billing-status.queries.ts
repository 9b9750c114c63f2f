import { plans } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { PaymentMethod } from '@/adapters/payments/payments.port.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { daysLeft, daysUntil, getCompany, isOnTrial } from '@/modules/companies/companies.queries.ts';
import { canSeeBilling } from './billing.policy.ts';
import type { SubscriptionForm } from './billing.schema.ts';
import { findOpenInvoice } from './invoices/invoices.queries.ts';
import { methodsOffered } from './providers/providers.queries.ts';

export type BillingStatus = {
  dueDate: string | null;
  /** 0 on the last day; null without an end. */
  daysLeft: number | null;
  isOver: boolean;
  /** 0 on the last day; null when it is not on trial. */
  trialDaysLeft: number | null;
  planName: string | null;
  nextPlanName: string | null;
  openInvoiceId: number | null;
  isFree: boolean;
  methods: PaymentMethod[];
};

export async function getBillingStatus(scope: Scope): Promise<BillingStatus> {
  requireCan(scope, canSeeBilling);
  const { kernel, companyId } = scope;
  const company = await getCompany(kernel, companyId);
  const { dueDate, trialExpiration, planId } = company;
  const plan =
    planId === null
      ? undefined
      : await kernel.platform.db.query.plans.findFirst({ where: eq(plans.id, planId) });
  const open = await findOpenInvoice(kernel.platform, companyId);
  return {
    dueDate: dueDate?.toISOString() ?? null,
    daysLeft: await daysLeft(kernel, companyId),
    isOver: dueDate !== null && dueDate <= scope.now(),
    trialDaysLeft:
      trialExpiration && isOnTrial(kernel, company) ? daysUntil(kernel, company, trialExpiration) : null,
    planName: plan?.name ?? null,
    nextPlanName: open?.changesPlan ? open.detail : null,
    openInvoiceId: open?.id ?? null,
    isFree: open ? open.cents === 0 : plan?.value === 0,
    methods: await methodsOffered(kernel),
  };
}

export async function getBillingData(scope: Scope): Promise<SubscriptionForm> {
  requireCan(scope, canSeeBilling);
  const company = await getCompany(scope.kernel, scope.companyId);
  return {
    billingName: company.billingName,
    billingEmail: company.billingEmail || company.email,
    document: company.document,
    addressStreet: company.addressStreet,
    addressDistrict: company.addressDistrict,
    addressCity: company.addressCity,
    addressState: company.addressState,
    addressZipCode: company.addressZipCode,
    addressCountry: company.addressCountry === 'usa' ? 'usa' : 'BR',
  };
}
