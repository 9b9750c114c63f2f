import UFuzzy from '@leeoniya/ufuzzy';
import type { Translate } from '@views/i18n.tsx';
import { keysOfAction, SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import { ICON_PATHS } from '@views/ui/icons/icon-paths.ts';
import { foldAccents, holdsTerms, searchTerms } from '@/schemas/search-terms.schema.ts';
import { openDialog } from '../workspace/navigation.ts';

export type Command = {
  id: string;
  /** `target`: a change of the open ticket with its object, found only by the name of the change. */
  group: 'ticket' | 'target' | 'quick' | 'go' | 'settings' | 'actions' | 'tickets' | 'contacts';
  label: string;
  icon: string;
  note?: string | undefined;
  /** Also searched, never shown. */
  hint?: string;
  key?: string | undefined;
  run: () => void;
};

export function matching(commands: Command[], query: string): Command[] {
  const terms = searchTerms(query);
  return commands.filter((command) => FITS[command.group]?.(command, terms) ?? holdsAll(command, terms));
}

const fuzzy = new UFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 });

/** One wrong, missing or swapped letter a word. Changes of the open ticket must be spelt: Enter makes them. */
export function nearly(commands: Command[], query: string): Command[] {
  const harmless = commands.filter(({ group }) => group !== 'ticket' && group !== 'target');
  const labels = harmless.map(({ label }) => foldAccents(label));
  const [found] = fuzzy.search(labels, foldAccents(query), 1);
  return (found ?? []).flatMap((at) => harmless[at] ?? []);
}

const termsOf = (text: string) => foldAccents(text).split(/[^\p{L}\p{N}]+/u);
const holdsAll = ({ label, hint = '' }: Command, terms: string[]) => holdsTerms(`${label} ${hint}`, terms);
const beginsTerms = ({ label, group, hint = '' }: Command, terms: string[]) => {
  const words = termsOf(group === 'settings' ? `${label} ${hint}` : label);
  return terms.every((term) => words.some((word) => word.startsWith(term)));
};

/** A search for a person must not choose a change of the open ticket: Enter would make it. */
const FITS: Partial<Record<Command['group'], (command: Command, terms: string[]) => boolean>> = {
  ticket: beginsTerms,
  settings: beginsTerms,
  target: (command, terms) =>
    terms.length > 0 &&
    termsOf(command.label)[0]?.startsWith(terms[0] ?? '') === true &&
    beginsTerms(command, terms),
};

export function menuCommandsOf(menu: ParentNode): Command[] {
  return [...menu.querySelectorAll<HTMLAnchorElement>('nav a[href]:not([data-menu-group])')].map((link) => ({
    id: `go-${link.getAttribute('href')}`,
    group: 'go',
    icon: link.querySelector('svg')?.innerHTML ?? '',
    label: link.querySelector('.side-label')?.textContent ?? link.title,
    run: () => location.assign(link.href),
  }));
}

export function actionsOf(t: Translate, onHelp: () => void): Command[] {
  const press = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click();
  const action = (name: string, icon: string, run: () => void, key?: string): Command => ({
    id: `do-${name}`,
    group: 'actions',
    label: t(`commands:action.${name}`),
    ...{ icon, run, key },
  });
  return [
    action('newTicket', ICON_PATHS.plus, () => void openDialog('/tickets/new')),
    action('keys', ICON_PATHS.keyboard, onHelp, SHORTCUTS.help[0]),
    action('theme', ICON_PATHS.moon, press('[data-theme-toggle]')),
    action('profile', ICON_PATHS.user, press('[hx-get="/profile"]')),
    action(
      'notifications',
      ICON_PATHS.bell,
      () => void document.dispatchEvent(new Event('notifications:settings')),
    ),
    action('reload', ICON_PATHS['refresh-cw'], () => location.reload()),
  ];
}

export function ticketCommands(page: ParentNode): Command[] {
  const header = page.querySelector('#workspace-pane:not([inert]) #ticket-header header');
  const note = header?.querySelector('[data-contact-name]')?.textContent ?? '';
  const buttons = [...(header?.querySelectorAll<HTMLElement>('[data-ticket-action], [hx-get]') ?? [])];
  const found = new Map<string, Command>();
  for (const button of buttons) {
    const { ticketAction: action = dialogOf(button) } = button.dataset;
    if (found.has(action)) continue;
    found.set(action, {
      id: `ticket-${action}`,
      group: 'ticket',
      label: (button.getAttribute('aria-label') ?? button.textContent).trim(),
      note,
      icon: button.querySelector('svg')?.innerHTML ?? '',
      key: keysOfAction(action),
      run: () => button.click(),
    });
  }
  return [...found.values()];
}

/** The dialog's name: `transfer` of /tickets/…/transfer?from=menu. */
function dialogOf(button: HTMLElement): string {
  const [path = ''] = button.getAttribute('hx-get')?.split('?') ?? [];
  return path.split('/').at(-1) ?? '';
}

export const CONTACT_SEARCH = 'contacts';

export function contactSearch(menu: ParentNode, query: string, t: Translate): Command[] {
  const link = contactsLink(menu);
  if (!link || query === '') return [];
  const href = `/contacts?${new URLSearchParams({ searchParam: query })}`;
  return [
    {
      id: CONTACT_SEARCH,
      group: 'actions',
      icon: ICON_PATHS.search,
      label: t('commands:contactSearch', { text: query }),
      run: () => location.assign(href),
    },
  ];
}

export function contactsLink(menu: ParentNode): HTMLAnchorElement | null {
  return menu.querySelector('nav a[href="/contacts"]');
}
