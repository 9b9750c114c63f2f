import { z } from 'zod';
import { dayFilter, listFilter } from '../../schemas/list-filter.schema.ts';

/** Actions by kind. Each has a label under `audit:action.*`. */
export const AUDIT_ACTIONS = [
  ...['factor.added', 'factor.removed', 'factor.codesRenewed'],
  ...['factor.passkeyAdded', 'factor.passkeyChanged', 'factor.passkeyRemoved'],
  ...['session.began', 'session.failed', 'session.codeFailed', 'session.ended', 'session.closed'],
  ...['session.deviceForgotten', 'session.alertsChanged', 'session.proven', 'session.proofFailed'],
  ...['visit.began', 'visit.ended'],
  ...['setting.changed', 'platform.changed', 'look.changed', 'payments.changed', 'payments.removed'],
  ...[
    'payments.settled',
    'invoice.paid',
    'invoice.credited',
    'invoice.cancelled',
    'invoice.reopened',
    'subscription.changed',
    'subscription.kept',
  ],
  ...['user.created', 'user.changed', 'user.passwordChanged', 'user.deleted', 'user.invited'],
  ...['user.invitationRevoked', 'user.signedOut', 'user.factorsTaken'],
  ...['queue.created', 'queue.changed', 'queue.deleted'],
  ...['option.created', 'option.changed', 'option.deleted'],
  ...['connection.created', 'connection.changed', 'connection.deleted', 'connection.started'],
  ...['connection.renewed', 'connection.disconnected', 'connection.restarted', 'connection.pairing'],
  ...['connection.tokenRenewed', 'token.created', 'token.deleted'],
  ...['prompt.created', 'prompt.changed', 'prompt.deleted'],
  ...['integration.created', 'integration.changed', 'integration.deleted'],
  ...['webhook.created', 'webhook.changed', 'webhook.deleted', 'webhook.secretRenewed'],
  ...['link.created', 'link.changed', 'link.deleted'],
  ...['rule.created', 'rule.changed', 'rule.deleted', 'tag.created', 'tag.changed', 'tag.deleted'],
  ...['quickMessage.created', 'quickMessage.changed', 'quickMessage.deleted'],
  ...['fileList.created', 'fileList.changed', 'fileList.deleted'],
  ...['contactList.created', 'contactList.changed', 'contactList.deleted', 'contactList.contactDeleted'],
  ...['campaign.created', 'campaign.changed', 'campaign.deleted', 'campaign.started', 'campaign.stopped'],
  ...['campaign.exported', 'optOut.created', 'optOut.deleted', 'schedule.deleted'],
  ...['contacts.exported', 'contacts.imported', 'contact.deleted', 'contact.merged', 'contact.parted'],
  ...['ticket.deleted', 'chat.deleted', 'dashboard.exported', 'audit.exported', 'audit.pruned'],
  ...['company.created', 'company.changed', 'company.deleted', 'company.broughtBack'],
  ...['company.referred', 'company.restoreBegan', 'company.restored'],
  ...['company.userCreated', 'company.userChanged', 'company.userDeleted'],
  ...['company.exported', 'company.exportFetched', 'company.exportDeleted', 'company.imported'],
  ...['plan.created', 'plan.changed', 'plan.deleted', 'help.created', 'help.changed', 'help.deleted'],
  ...['announcement.created', 'announcement.changed', 'announcement.deleted'],
  ...['person.erased', 'person.exported', 'audit.masked', 'company.erased', 'retention.done'],
  ...['backup.started', 'mail.repeated', 'mail.deleted', 'secrets.rotated'],
] as const;
export type Action = (typeof AUDIT_ACTIONS)[number];

type Named = Record<Action, true>;
declare module '@/core/audit/audit.ts' {
  interface AuditActions extends Named {}
}

export const kindOf = (action: string): string => action.slice(0, action.indexOf('.'));

export const AUDIT_KINDS: string[] = [...new Set(AUDIT_ACTIONS.map(kindOf))];

/** Fields with labels under `audit:field.*`; others are shown by their names. */
export const AUDIT_FIELDS = (
  'name title email phone number color profile super allTicket language disabledAt passwordHash queueIds picturePath ' +
  'connectionId queueId integrationId promptId greetingMessage outOfHoursMessage complementationMessage ratingMessage ' +
  'schedules orderQueue option message messages mediaName isDefault token prompt apiKey voiceKey model maxTokens ' +
  'maxMessages type urlN8N jsonContent signingSecret url events isActive secret happening actions conditions position ' +
  'status dueDate recurrence planId value users connections queues scopes expiresAt kanban shortcode isGeneral body ' +
  'sendAt confirmation contactListId scheduledAt text priority plan note logo count files fallbackQueueId alerts withSecrets isEncrypted ' +
  'lost databases kept backup referredBy node'
).split(' ');

export const ENTRIES_PER_PAGE = 20;
export const AUDIT_DAYS = ['30', '90', '180', '365', '730', '1825'] as const;

export const AuditLogFilter = z.object({
  ...listFilter,
  personId: z.coerce.number().int().positive().optional().catch(undefined),
  kind: z.string().max(30).default(''),
  action: z.string().max(60).default(''),
  from: dayFilter,
  to: dayFilter,
});
export type AuditLogFilter = z.infer<typeof AuditLogFilter>;

export const RetentionForm = z.object({ days: z.enum(AUDIT_DAYS) });
