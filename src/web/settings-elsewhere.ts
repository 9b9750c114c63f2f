import type { Scope } from '../core/scope.ts';
import { MODULES } from '../modules.ts';
import { menuOf } from './menu.ts';

/** Menu entries that are settings of a subject, too, in the order of the list. */
const KEYS = [
  'connections',
  'queues',
  'campaignsConfig',
  'prompts',
  'queueIntegration',
  'messagesApi',
  'webhooks',
];

const ENTRIES = MODULES.flatMap(({ menu = [] }) => menu);
const ITEMS = KEYS.flatMap((key) => ENTRIES.find((item) => item.key === key) ?? []).map(
  ({ badge: _badge, ...item }) => item,
);

/** With the menu's own permissions and plan features. */
export async function settingsElsewhere(scope: Scope) {
  return (await menuOf(scope, ITEMS)).map(({ key, label, href }) => ({ key, label, href }));
}
