import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { deliver } from './deliver/deliver-webhook.outbox.ts';
import { dueTries, expiredDeliveries, failingWebhooks, oldDeliveries } from './deliver/delivery.jobs.ts';
import type { WebhookWork } from './deliver/delivery-queues.service.ts';
import { createWebhookTests } from './deliver/test-webhook.service.ts';
import { recordDeliveries } from './record/record-deliveries.steps.ts';
import { paymentJobs } from './record/record-payments.jobs.ts';
import { webhookPaths } from './webhook-paths.schema.ts';
import { createWebhookNews, publishDelivery, publishWebhook, type WebhookEvents } from './webhooks.events.ts';
import { webhookRoutes } from './webhooks.routes.tsx';

const errors = {
  ERR_NO_WEBHOOK_FOUND: 404,
  ERR_NO_DELIVERY_FOUND: 404,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const webhooks = defineModule<{
  errors: keyof Errors;
  events: keyof WebhookEvents;
  outbox: keyof WebhookWork;
  services: 'webhookTests' | 'webhookNews';
}>({
  name: 'webhooks',
  errors,
  ...webhookRoutes,
  menu: [
    {
      key: 'webhooks',
      label: 'webhooks:title',
      href: webhookPaths.list(),
      icon: 'webhook',
      section: 'settings',
      position: 40,
      isFor: isAdmin,
      feature: 'useExternalApi',
    },
  ],
  listeners: { 'webhook.changed': publishWebhook, 'webhook.delivered': publishDelivery },
  steps: { committing: recordDeliveries },
  outbox: { 'webhook.deliver': deliver },
  services: { webhookTests: createWebhookTests, webhookNews: createWebhookNews },
  companyJobs: [dueTries, failingWebhooks, expiredDeliveries, oldDeliveries],
  jobs: paymentJobs,
});
