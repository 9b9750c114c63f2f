import { createAsaas } from '@/adapters/invoices/asaas.client.ts';
import type { InvoiceSystem } from '@/adapters/invoices/invoice-system.port.ts';
import { createInvoices } from '@/adapters/invoices/invoices-responder.ts';
import { createIxc } from '@/adapters/invoices/ixc.client.ts';
import { createMkAuth } from '@/adapters/invoices/mk-auth.client.ts';
import type { FoundResponder } from '@/adapters/responders/responder.port.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { findQueue } from '@/modules/queues/queues.queries.ts';
import { opensOnTrust } from '@/modules/queues/sends-invoices.logic.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import { isCpfOrCnpj, plainDocument, shownDocument } from '@/schemas/cpf-cnpj.schema.ts';
import type { InvoiceSystemName } from './queue-integrations.schema.ts';

declare module '@/core/scope.ts' {
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
