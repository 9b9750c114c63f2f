import { useT } from '@views/i18n.tsx';
import { useEffect, useMemo, useState } from 'react';
import { actionsOf, type Command, contactSearch, findTickets, matching, placesOf } from './commands.ts';

/** Spec part 1 §9: the pause in typing before a search. */
const DEBOUNCE_MS = 500;
const FEWEST_LETTERS = 2;

export function useCommands(
  query: string,
  onHelp: () => void,
): { commands: Command[]; isSearching: boolean } {
  const t = useT();
  const menu: ParentNode = document.getElementById('menu') ?? document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a page never changes
  const known = useMemo(() => [...placesOf(menu), ...actionsOf(t, onHelp)], []);
  const [found, setFound] = useState<{ query: string; tickets: Command[] }>({ query: '', tickets: [] });
  const words = query.trim();
  const isWorth = words.length >= FEWEST_LETTERS;

  useEffect(() => {
    if (!isWorth) return;
    const running = new AbortController();
    const timer = setTimeout(() => {
      findTickets(words, running.signal).then(
        (tickets) => setFound({ query: words, tickets }),
        () => setFound({ query: words, tickets: [] }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [words, isWorth]);

  const tickets = isWorth ? found.tickets : [];
  return {
    commands: [...matching(known, words), ...tickets, ...contactSearch(menu, words, t)],
    isSearching: isWorth && found.query !== words,
  };
}
