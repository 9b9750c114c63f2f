import { type I18n, I18nProvider } from '@views/i18n.tsx';
import { formatTime } from '@views/parts/messages/dates.ts';
import type { ComponentType } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { type IslandLoader, islands, OTHERS } from './manifest.ts';
import { loadTexts, strings } from './texts.ts';
import { createTranslate } from './translate.ts';

const roots = new Map<HTMLElement, Root | 'loading'>();

function pageI18n(): I18n {
  const { locale = 'pt', timeZone = 'UTC' } = document.documentElement.dataset;
  return { locale: locale as I18n['locale'], timeZone, t: createTranslate(strings, locale) };
}

/** Each island hydrates in its own task, so that user input in between is handled. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

let areDatesReady: Promise<void> | undefined;

/** A browser's first date formatting costs as much as an island: done while scripts are loading. */
function dates(): Promise<void> {
  areDatesReady ??= nextTask().then(() => void formatTime(new Date(0).toISOString(), pageI18n()));
  return areDatesReady;
}

async function mount(element: HTMLElement, known: Record<string, IslandLoader>): Promise<void> {
  const name = element.dataset.island ?? '';
  const load = known[name] ?? known[OTHERS];
  if (!load) throw new Error(`island "${name}" is in no manifest`);
  roots.set(element, 'loading');
  const texts = element.dataset.texts?.split(' ') ?? [];
  const [loaded] = await Promise.all([load(name), dates(), ...texts.map(loadTexts)]).catch((error) => {
    roots.delete(element);
    throw error;
  });
  const Component = loaded as ComponentType<Record<string, unknown>>;
  await nextTask();
  if (!element.isConnected) {
    roots.delete(element);
    return;
  }
  const props = JSON.parse(element.dataset.props ?? '{}') as Record<string, unknown>;
  const tree = (
    <I18nProvider value={pageI18n()}>
      <Component {...props} />
    </I18nProvider>
  );
  roots.set(element, hydrateRoot(element, tree));
  element.dataset.alive = '';
}

function unmountRemoved(): void {
  for (const [element, root] of roots) {
    if (element.isConnected || root === 'loading') continue;
    root.unmount();
    roots.delete(element);
  }
}

/** Hydrates the page's islands and unmounts removed ones. Rejects when one could not be loaded; the next call tries it again. */
export async function bootIslands(known: Record<string, IslandLoader> = islands): Promise<void> {
  unmountRemoved();
  const fresh = [...document.querySelectorAll<HTMLElement>('[data-island]')].filter((one) => !roots.has(one));
  await Promise.all(fresh.map((element) => mount(element, known)));
}
