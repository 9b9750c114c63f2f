import { GUIDES, type Guide } from './guides.schema.ts';

/** The sections that explain a page, one in each guide that does. */
export type HelpTopic = Partial<Record<Guide, string>>;

export const MENU_TOPICS: Record<string, HelpTopic> = {
  dashboard: { owner: 'dashboard' },
  tickets: { agent: 'tickets' },
  kanban: { agent: 'kanban', owner: 'kanban' },
  schedules: { agent: 'schedules' },
  todolist: { agent: 'todo' },
  contacts: { agent: 'contacts', owner: 'contacts' },
  contactLists: { owner: 'contact-lists' },
  tags: { agent: 'tags', owner: 'tags' },
  campaigns: { owner: 'campaigns' },
  campaignsConfig: { owner: 'campaign-settings' },
  quickMessages: { agent: 'quick-replies', owner: 'quick-replies' },
  files: { owner: 'files' },
  users: { owner: 'users' },
  chats: { agent: 'chat' },
  chatsPopover: { agent: 'chat' },
  audit: { owner: 'audit' },
  connections: { owner: 'connections' },
  queues: { owner: 'queues' },
  rules: { owner: 'rules' },
  prompts: { owner: 'prompts' },
  queueIntegration: { owner: 'integrations' },
  clickToChat: { owner: 'links' },
  settings: { owner: 'options' },
  financeiro: { owner: 'billing' },
  messagesApi: { owner: 'api' },
  webhooks: { owner: 'webhooks' },
  helps: { agent: 'help' },
  platform: { reseller: 'overview' },
  announcements: { reseller: 'announcements' },
  announcementsPopover: { agent: 'help' },
};

/** By the key of the tab in the settings or on the platform's pages. */
export const TAB_TOPICS: Record<string, HelpTopic> = {
  options: { agent: 'profile', owner: 'options' },
  company: { agent: 'profile', owner: 'options' },
  hours: { owner: 'hours' },
  service: { agent: 'profile', owner: 'options' },
  automatic: { agent: 'profile', owner: 'options' },
  security: { owner: 'options' },
  integrations: { owner: 'integrations' },
  global: { reseller: 'sign-up' },
  history: { owner: 'history' },
  export: { owner: 'export' },
  privacy: { owner: 'privacy' },
  look: { reseller: 'branding' },
  overview: { reseller: 'overview' },
  companies: { reseller: 'companies' },
  newCompany: { reseller: 'new-company' },
  plans: { reseller: 'plans' },
  helps: { reseller: 'videos' },
  invoices: { reseller: 'invoices' },
  paymentNotices: { reseller: 'payment-notices' },
  paymentProviders: { reseller: 'providers' },
  mails: { reseller: 'mails' },
  status: { operator: 'status' },
  backups: { operator: 'backups' },
};

export const PROFILE_TOPIC: HelpTopic = { agent: 'profile' };

/** The last guide that this reader may open says most; undefined when none of them has a section. */
export function sectionFor(
  topic: HelpTopic | undefined,
  mayRead: (guide: Guide) => boolean,
): { guide: Guide; section: string } | undefined {
  const guide = GUIDES.findLast((each) => topic?.[each] !== undefined && mayRead(each));
  const section = guide && topic?.[guide];
  return guide && section ? { guide, section } : undefined;
}
