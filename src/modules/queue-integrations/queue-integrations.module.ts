import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { integrationPaths } from '@/paths.ts';
import { createDialogflowTokens, findIntegrationResponder } from './find-integration-responder.queries.ts';
import { createDocumentTries, findInvoicesResponder } from './find-invoices-responder.queries.ts';
import { queueIntegrationsEndpoints } from './queue-integrations.endpoints.ts';
import { type IntegrationEvents, liveIntegration } from './queue-integrations.events.ts';
import { queueIntegrationsPages } from './queue-integrations.pages.tsx';
import { createInvoiceTests } from './test-invoice-system.service.ts';

/** The contract's codes: an integration began as a 'dialog'. */
const errors = {
  ERR_NO_DIALOG_FOUND: 404,
  ERR_TEST_SESSION_DIALOG: 400,
  ERR_TEST_REPLY_DIALOG: 400,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const queueIntegrations = defineModule<{
  errors: keyof Errors;
  events: keyof IntegrationEvents;
  services: 'dialogflowTokens' | 'documentTries' | 'invoiceTests';
}>({
  name: 'queue-integrations',
  errors,
  services: {
    dialogflowTokens: createDialogflowTokens,
    documentTries: createDocumentTries,
    invoiceTests: createInvoiceTests,
  },
  endpoints: queueIntegrationsEndpoints,
  pages: queueIntegrationsPages,
  menu: [
    {
      key: 'queueIntegration',
      label: 'queueIntegrations:title',
      href: integrationPaths.list(),
      icon: 'webhook',
      section: 'channels',
      position: 50,
      isFor: isAdmin,
      feature: 'useIntegrations',
    },
  ],
  watch({ services }) {
    services.responders.integration = findIntegrationResponder;
    services.responders.invoices = findInvoicesResponder;
    return { stop() {} };
  },
  listeners: {
    'integration.created': liveIntegration.created,
    'integration.updated': liveIntegration.updated,
    'integration.deleted': liveIntegration.deleted,
  },
});
