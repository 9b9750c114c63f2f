import { requireCan } from '@/kernel/policy.ts';
import type { Kernel, Scope } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { MachineFailed, type MachineFault } from '@/machines/port.ts';
import { invoiceSystems } from './invoices-machine.ts';
import { canManageIntegrations } from './queue-integrations.policy.ts';
import type { InvoiceSystemName } from './queue-integrations.schema.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    invoiceTests: Throttle;
  }
}

/** Of one company: the address is its own, and whoever types one after the other must not search a network by it. */
export const createInvoiceTests = ({ ticks }: Kernel): Throttle =>
  createThrottle(ticks, { tries: 5, perSeconds: 60 });

/** The number that forms show as an example: whether somebody has it does not matter, only that there is an answer. */
const EXAMPLE = '11144477735';

/** Asks with the keys as they are saved. Throws ERR_RATE_LIMITED. */
export async function testInvoices(
  scope: Scope,
  { system }: { system: InvoiceSystemName },
): Promise<'answered' | 'incomplete' | MachineFault> {
  requireCan(scope, canManageIntegrations);
  const { safeCall, invoiceTests } = scope.kernel.services;
  invoiceTests.take(String(scope.companyId));
  const found = (await invoiceSystems(scope))[system];
  if (!found) return 'incomplete';
  try {
    await found.find({ safeCall, signal: scope.kernel.stopping }, EXAMPLE);
    return 'answered';
  } catch (error) {
    if (!(error instanceof MachineFailed)) throw error;
    return error.fault === 'unset' ? 'incomplete' : error.fault;
  }
}
