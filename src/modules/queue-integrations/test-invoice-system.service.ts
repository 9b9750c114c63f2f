import { ResponderFailed, type ResponderFault } from '@/adapters/responders/responder.port.ts';
import { requireCan } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { invoiceSystems } from './find-invoices-responder.queries.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import type { InvoiceSystemName } from './queue-integrations.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    invoiceTests: Throttle;
  }
}

/** Per company, so that users cannot scan a network by typing addresses. */
export const createInvoiceTests = ({ ticks }: Kernel): Throttle =>
  createThrottle(ticks, { tries: 5, perSeconds: 60 });

/** The example number of forms; every answer proves that the system responds. */
const EXAMPLE = '11144477735';

export async function testInvoices(
  scope: Scope,
  { system }: { system: InvoiceSystemName },
): Promise<'answered' | 'incomplete' | ResponderFault> {
  requireCan(scope, canManageIntegrations);
  const { safeCall, invoiceTests } = scope.kernel.services;
  invoiceTests.take(String(scope.companyId));
  const found = (await invoiceSystems(scope))[system];
  if (!found) return 'incomplete';
  try {
    await found.find({ safeCall, signal: scope.kernel.stopping }, EXAMPLE);
    return 'answered';
  } catch (error) {
    if (!(error instanceof ResponderFailed)) throw error;
    return error.fault === 'unset' ? 'incomplete' : error.fault;
  }
}
