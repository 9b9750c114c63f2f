import { addErrors, type CORE_ERRORS, type ErrorCode } from './core/errors.ts';
import type { EventName, PlatformEventName } from './core/events.ts';
import type { Module } from './core/module.ts';
import type { OutboxKind } from './core/queue/outbox.ts';
import type { Services } from './core/scope.ts';
import type { UndoKind } from './core/undo.ts';
import { announcements } from './modules/announcements/announcements.module.ts';
import { assistant } from './modules/assistant/assistant.module.ts';
import { auditLog } from './modules/audit/audit.module.ts';
import { auth } from './modules/auth/auth.module.ts';
import { backOffice } from './modules/back-office/back-office.module.ts';
import { backups } from './modules/backups/backups.module.ts';
import { billing } from './modules/billing/billing.module.ts';
import { branding } from './modules/branding/branding.module.ts';
import { campaigns } from './modules/campaigns/campaigns.module.ts';
import { chatbot } from './modules/chatbot/chatbot.module.ts';
import { clickToChat } from './modules/click-to-chat/click-to-chat.module.ts';
import { companies } from './modules/companies/companies.module.ts';
import { companyFiles } from './modules/company-files/company-files.module.ts';
import { connections } from './modules/connections/connections.module.ts';
import { contactLists } from './modules/contact-lists/contact-lists.module.ts';
import { contacts } from './modules/contacts/contacts.module.ts';
import { dashboard } from './modules/dashboard/dashboard.module.ts';
import { erasures } from './modules/erasures/erasures.module.ts';
import { factors } from './modules/factors/factors.module.ts';
import { fileLists } from './modules/file-lists/file-lists.module.ts';
import { firstSteps } from './modules/first-steps/first-steps.module.ts';
import { guides } from './modules/guides/guides.module.ts';
import { helps } from './modules/helps/helps.module.ts';
import { inbox } from './modules/inbox/inbox.module.ts';
import { internalChat } from './modules/internal-chat/internal-chat.module.ts';
import { invitations } from './modules/invitations/invitations.module.ts';
import { kanban } from './modules/kanban/kanban.module.ts';
import { mail } from './modules/mail/mail.module.ts';
import { messageApi } from './modules/message-api/message-api.module.ts';
import { messages } from './modules/messages/messages.module.ts';
import { notifications } from './modules/notifications/notifications.module.ts';
import { passwordReset } from './modules/password-reset/password-reset.module.ts';
import { prompts } from './modules/prompts/prompts.module.ts';
import { publicApi } from './modules/public-api/public-api.module.ts';
import { queueIntegrations } from './modules/queue-integrations/queue-integrations.module.ts';
import { queues } from './modules/queues/queues.module.ts';
import { quickMessages } from './modules/quick-messages/quick-messages.module.ts';
import { quotas } from './modules/quotas/quotas.module.ts';
import { responders } from './modules/responders/responders.module.ts';
import { rules } from './modules/rules/rules.module.ts';
import { schedules } from './modules/schedules/schedules.module.ts';
import { settings } from './modules/settings/settings.module.ts';
import { signUp } from './modules/sign-up/sign-up.module.ts';
import { status } from './modules/status/status.module.ts';
import { tags } from './modules/tags/tags.module.ts';
import { tickets } from './modules/tickets/tickets.module.ts';
import { todolist } from './modules/todolist/todolist.module.ts';
import { trust } from './modules/trust/trust.module.ts';
import { users } from './modules/users/users.module.ts';
import { webhooks } from './modules/webhooks/webhooks.module.ts';
import { workspace } from './modules/workspace/workspace.module.ts';

const modules = [
  mail,
  companies,
  settings,
  queues,
  prompts,
  queueIntegrations,
  users,
  tags,
  factors,
  auth,
  invitations,
  passwordReset,
  signUp,
  connections,
  contacts,
  tickets,
  kanban,
  quickMessages,
  messages,
  clickToChat,
  fileLists,
  schedules,
  contactLists,
  campaigns,
  chatbot,
  responders,
  assistant,
  messageApi,
  publicApi,
  rules,
  notifications,
  firstSteps,
  workspace,
  inbox,
  internalChat,
  announcements,
  helps,
  guides,
  branding,
  backups,
  status,
  companyFiles,
  quotas,
  billing,
  backOffice,
  dashboard,
  todolist,
  webhooks,
  auditLog,
  trust,
  erasures,
] as const;

export const MODULES: readonly Module[] = modules as readonly unknown[] as Module[];

for (const { errors = {} } of MODULES) addErrors(errors);

type Handled = 'errors' | 'listeners' | 'platformListeners' | 'outbox' | 'undo' | 'services';
type KeysOf<M, Part extends Handled> = M extends { [K in Part]: infer Handlers } ? keyof Handlers : never;
type Brought<Part extends Handled> = KeysOf<(typeof modules)[number], Part>;
type Missing<Name extends string, Part extends Handled> = Exclude<Name, Brought<Part> | `test.${string}`>;

type MadeInDependencies =
  | 'whatsapp'
  | 'payments'
  | 'push'
  | 'safeFetch'
  | 'callable'
  | 'safeCall'
  | 'numberPace'
  | 'mailTransport'
  | 'after'
  | 'demo';

type Forgotten =
  | Missing<Exclude<ErrorCode, keyof typeof CORE_ERRORS>, 'errors'>
  | Missing<EventName, 'listeners'>
  | Missing<PlatformEventName, 'platformListeners'>
  | Missing<OutboxKind, 'outbox'>
  | Missing<UndoKind, 'undo'>
  | Missing<Exclude<keyof Services, MadeInDependencies>, 'services'>;

/** Compile-time check: the compiler's message names a missing handler. */
const nothing: [Forgotten] extends [never] ? null : Forgotten = null;
void nothing;
