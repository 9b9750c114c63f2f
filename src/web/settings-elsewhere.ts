import type { Scope } from '../core/scope.ts';
import type { Area, ListGroup } from '../modules/settings/subjects.schema.ts';
import { MODULES } from '../modules.ts';
import { type MenuItem, menuOf } from './menu.ts';

const ENTRIES = MODULES.flatMap(({ menu = [] }) => menu);

/** Menu entries that are settings of a subject, too, in the order of the list. */
const LISTED: Record<Area, { group: ListGroup; items: MenuItem[] }> = {
  company: {
    group: 'elsewhere',
    items: named(
      'connections',
      'queues',
      'campaignsConfig',
      'prompts',
      'queueIntegration',
      'messagesApi',
      'webhooks',
    ),
  },
  platform: { group: 'presence', items: named('announcements') },
};

function named(...keys: string[]): MenuItem[] {
  return keys
    .flatMap((key) => ENTRIES.find((item) => item.key === key) ?? [])
    .map(({ badge: _badge, ...item }) => item);
}

/** With the menu's own permissions and plan features. */
export async function settingsElsewhere(scope: Scope, area: Area) {
  const { group, items } = LISTED[area];
  return (await menuOf(scope, items)).map(({ key, label, href }) => ({ key, label, href, group }));
}
