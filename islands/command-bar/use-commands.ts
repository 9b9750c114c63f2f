import { useT } from '@views/i18n.tsx';
import { useEffect, useMemo, useState } from 'react';
import type { QuickMessageView } from '@/modules/quick-messages/quick-messages.views.ts';
import {
  actionsOf,
  type Command,
  contactSearch,
  matching,
  menuCommandsOf,
  nearly,
  ticketCommands,
} from './commands.ts';
import {
  findContacts,
  findTickets,
  loadQuickMessages,
  quickCommands,
  recentTickets,
  settingsItems,
} from './find.ts';
import { targetCommands } from './targets.ts';

/** Spec part 1 §9: the pause in typing before a search. */
const DEBOUNCE_MS = 500;
const FEWEST_LETTERS = 2;
/** In shorter words almost every letter may be wrong. */
const FEWEST_MISTYPED = 4;

type Found = { query: string; commands: Command[] };
type Targets = { ofTicket: Command[]; commands: Command[] };

export function useCommands(
  query: string,
  onHelp: () => void,
): { commands: Command[]; isSearching: boolean; isLoading: boolean } {
  const t = useT();
  const menu: ParentNode = document.getElementById('menu') ?? document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a page never changes
  const [entries, actions] = useMemo(() => [menuCommandsOf(menu), actionsOf(t, onHelp)], []);
  const { ofTicket, isOpening } = useTicketCommands();
  const [recent, setRecent] = useState<Command[]>([]);
  const [settings, setSettings] = useState<Command[]>();
  const [targets, setTargets] = useState<Targets>();
  const [quick, setQuick] = useState<QuickMessageView[]>([]);
  const [found, setFound] = useState<Found>({ query: '', commands: [] });
  const content = query.trim();
  const isWorth = content.length >= FEWEST_LETTERS;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the bar opens
  useEffect(() => {
    const running = new AbortController();
    recentTickets(running.signal).then(setRecent, () => undefined);
    settingsItems(menu, running.signal).then(setSettings, () => setSettings([]));
    loadQuickMessages(running.signal).then(setQuick, () => undefined);
    return () => running.abort();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the language of a page never changes
  useEffect(() => {
    const running = new AbortController();
    const take = (commands: Command[]) => {
      if (!running.signal.aborted) setTargets({ ofTicket, commands });
    };
    targetCommands(ofTicket, t, running.signal).then(take, () => take([]));
    return () => running.abort();
  }, [ofTicket]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a page never changes
  useEffect(() => {
    if (!isWorth) return;
    const running = new AbortController();
    const { signal } = running;
    const timer = setTimeout(async () => {
      const asked = [findTickets(content, signal), findContacts(menu, content, signal)];
      const answers = await Promise.all(asked.map((answer) => answer.catch(() => [])));
      if (!signal.aborted) setFound({ query: content, commands: answers.flat() });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [content, isWorth]);

  const known = [...entries, ...ofTicket, ...actions];
  const all = content === '' ? known : [...known, ...(targets?.commands ?? []), ...(settings ?? [])];
  const exact = matching(all, content);
  const fitting = exact.length > 0 || content.length < FEWEST_MISTYPED ? exact : nearly(all, content);
  const isSearching = isWorth && found.query !== content;
  return {
    commands: [
      ...(content === '' ? recent : []),
      ...fitting,
      ...(isWorth ? found.commands : []),
      ...(isWorth ? quickCommands(quick, content) : []),
      ...contactSearch(menu, content, t),
    ],
    isSearching,
    isLoading: isSearching || isOpening || !settings || targets?.ofTicket !== ofTicket,
  };
}

/** While a conversation loads, its pane is inert and offers nothing yet. */
function useTicketCommands(): { ofTicket: Command[]; isOpening: boolean } {
  const [now, setNow] = useState(readPane);
  useEffect(() => {
    const pane = document.getElementById('workspace-pane');
    if (!pane) return;
    const observer = new MutationObserver(() => setNow(readPane()));
    observer.observe(pane, { attributeFilter: ['inert'], childList: true });
    return () => observer.disconnect();
  }, []);
  return now;
}

function readPane(): { ofTicket: Command[]; isOpening: boolean } {
  const isOpening = document.querySelector('#workspace-pane[inert]') !== null;
  return { ofTicket: ticketCommands(document), isOpening };
}
