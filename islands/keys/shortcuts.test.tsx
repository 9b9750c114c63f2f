import { beforeEach, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { I18nProvider } from '@views/i18n.tsx';
import { keysOfAction, SHORTCUTS } from '@views/parts/tickets/shortcuts.ts';
import { TicketHeader } from '@views/parts/tickets/ticket-header.tsx';
import { shownKeys } from '@views/ui/shown-keys.ts';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { LOCALES, loadTranslations } from '@/core/i18n.ts';
import { CommandBar } from '../command-bar/command-bar.tsx';
import { actionsOf, ticketCommands } from '../command-bar/commands.ts';
import { Composer } from '../composer/composer.tsx';
import { ReplyBar } from '../composer/reply-bar.tsx';
import { showToast } from '../page/toast.ts';
import { RowActions } from '../ticket-list/row-actions.tsx';
import { TicketList } from '../ticket-list/ticket-list.tsx';
import { me, message, NOW, ticket, ticketDetail } from '../workspace/fixtures.test-support.ts';
import { KeyHelp } from './key-help.tsx';

withDom();

const translations = loadTranslations();
const t = translations.t('pt');
const ALL = Object.values(SHORTCUTS).flat() as string[];

const none = () => undefined;
const list = {
  me,
  page: { tickets: [ticket(1)], count: 1, hasMore: false },
  counts: { open: 1, pending: 0, snoozed: 0, team: 0 },
  queues: [],
  filter: { status: 'open' as const, queueIds: [], showAll: false },
  isCompact: false,
  pins: [],
  selected: null,
  now: NOW,
};
const acts = { onAct: async () => none(), onMenu: none };
const theirs = { userId: 2, status: 'open' } as const;
const header = { meId: 1, canDelete: true, canSchedule: true };

const SCREEN: ReactElement[] = [
  <CommandBar key="bar" />,
  <TicketList key="list" {...list} />,
  <RowActions key="waiting" ticket={ticket(2, 0, { status: 'pending' })} isMine={false} {...acts} />,
  <RowActions key="theirs" ticket={ticket(3, 0, theirs)} isMine={false} {...acts} />,
  <TicketHeader key="pending" ticket={ticketDetail(2, { status: 'pending' })} {...header} />,
  <TicketHeader key="open" ticket={ticketDetail(3, theirs)} {...header} />,
  <Composer key="composer" me={me} ticket={ticket(1)} />,
  <ReplyBar key="reply" message={message(1)} onClose={() => undefined} />,
];

const i18n = { locale: 'pt' as const, timeZone: 'America/Sao_Paulo', t };
const render = (element: ReactElement) => renderToString(<I18nProvider value={i18n}>{element}</I18nProvider>);

describe('keys are shown where they are pressed', () => {
  let commands: string[];
  const all = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];
  beforeEach(() => {
    document.body.innerHTML = `<div id="workspace-pane">${SCREEN.map(render).join('')}</div>`;
    document.body.dataset.textUndo = 'Desfazer';
    showToast({ level: 'success', text: 'Resolvido', undo: 'a' });
    commands = [...ticketCommands(document), ...actionsOf(t, none)].flatMap(({ key }) => key ?? []);
  });
  const declared = () => all('[aria-keyshortcuts]').map((one) => one.getAttribute('aria-keyshortcuts') ?? '');

  test('each key of the table belongs to something on the screen', () => {
    const shown = [...declared().flatMap((keys) => keys.split(' ')), ...commands];
    expect(ALL.filter((key) => !shown.includes(key))).toEqual([]);
  });

  test('the screen shows no key that is not in the table', () => {
    const shown = [...declared().flatMap((keys) => keys.split(' ')), ...commands];
    expect(shown.filter((key) => !ALL.includes(key))).toEqual([]);
  });

  test('a button with a key has it in its tooltip or on its face', () => {
    const buttons = all('button[aria-keyshortcuts], textarea[aria-keyshortcuts]');
    expect(buttons.length).toBeGreaterThan(12);
    const silent = buttons.filter((button) => {
      const [keys = ''] = (button.getAttribute('aria-keyshortcuts') ?? '').split(' ');
      const onFace = [...button.querySelectorAll('kbd')].map(({ textContent }) => textContent);
      return (
        !button.title.includes(`(${shownKeys(keys)})`) && !onFace.includes(shownKeys(keys).replace('+', ' '))
      );
    });
    expect(silent.map(({ outerHTML }) => outerHTML)).toEqual([]);
  });

  test('every button of an action with a key shows it', () => {
    const buttons = all('[data-ticket-action], [data-action]');
    const actions = buttons.map(({ dataset }) => dataset.ticketAction ?? dataset.action ?? '');
    expect(
      ['accept', 'take', 'return', 'resolve', 'resolveNext'].filter((one) => !actions.includes(one)),
    ).toEqual([]);
    expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts') ?? undefined)).toEqual(
      actions.map(keysOfAction),
    );
  });

  test('the list of keys has every key, with a text in each language', () => {
    document.body.insertAdjacentHTML('beforeend', '<dialog id="key-help"></dialog>');
    const help = document.createElement('div');
    help.innerHTML = render(<KeyHelp onClose={none} />);
    const keys = [...help.querySelectorAll('dt kbd')].map(({ textContent }) => textContent);
    expect(keys).toEqual(ALL.map((key) => shownKeys(key).replaceAll('+', ' ')));
    for (const locale of LOCALES)
      for (const name of Object.keys(SHORTCUTS)) {
        const key = `commands:keys.${name}`;
        expect([locale, translations.t(locale)(key)]).not.toEqual([locale, key]);
      }
  });
});
