import { isCpfOrCnpj, plainDocument, shownDocument } from '@/document.schema.ts';
import type { Kernel, Scope } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { hasFeature } from '@/modules/companies/plan-features.ts';
import { findQueue } from '@/modules/queues/queues.queries.ts';
import { opensOnTrust } from '@/modules/queues/sends-invoices.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { createAsaas } from '@/responders/asaas/asaas.ts';
import type { InvoiceSystem } from '@/responders/invoices/invoice-system.ts';
import { createInvoices } from '@/responders/invoices/invoices.ts';
import { createIxc } from '@/responders/ixc/ixc.ts';
import { createMkAuth } from '@/responders/mk-auth/mk-auth.ts';
import type { FoundResponder } from '@/responders/port.ts';
import type { InvoiceSystemName } from './queue-integrations.schema.ts';

declare module '@/kernel/scope.ts' {
  interface Services {
    documentTries: Throttle;
  }
}

/** Per number, over all attendances: limits trying other people's documents. */
export const createDocumentTries = ({ ticks }: Kernel): Throttle =>
  createThrottle(ticks, { tries: 3, perSeconds: 3_600 });

/** `queueId` is the responder's id. Undefined without queue, configured system or plan feature. */
export async function findInvoicesResponder(
  scope: Scope,
  queueId: number,
): Promise<FoundResponder | undefined> {
  const queue = (await hasFeature(scope, 'useIntegrations')) ? await findQueue(scope, queueId) : undefined;
  const systems = queue ? Object.values(await invoiceSystems(scope)) : [];
  if (!queue || systems.length === 0) return undefined;
  const { safeCall, documentTries } = scope.kernel.services;
  const responder = createInvoices({
    ...{ safeCall, systems, documentIn, isTrust: opensOnTrust(queue) },
    mayLookUp: ({ customer }) => documentTries.tryTake(`${scope.companyId}/${customer.number}`),
  });
  return { responder, name: queue.name, queueId: null, maxAnswers: 0 };
}

export async function invoiceSystems(
  scope: Scope,
): Promise<Partial<Record<InvoiceSystemName, InvoiceSystem>>> {
  const asaas = await getSetting(scope, 'asaas');
  const [ipixc, tokenixc] = [await getSetting(scope, 'ipixc'), await getSetting(scope, 'tokenixc')];
  const ipmkauth = await getSetting(scope, 'ipmkauth');
  const clientId = await getSetting(scope, 'clientidmkauth');
  const clientSecret = await getSetting(scope, 'clientsecretmkauth');
  return {
    ...(asaas && { asaas: createAsaas({ token: asaas, baseUrl: scope.kernel.config.asaasUrl }) }),
    ...(ipixc && tokenixc && { ixc: createIxc({ address: ipixc, token: tokenixc, shown: shownDocument }) }),
    ...(ipmkauth &&
      clientId &&
      clientSecret && { mkauth: createMkAuth({ address: ipmkauth, clientId, clientSecret }) }),
  };
}

function documentIn(text: string): string {
  if (text.length > 200) return '';
  return [text, ...text.split(/\s/)].map(plainDocument).find(isCpfOrCnpj) ?? '';
}
