import { type ComponentType, createContext, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nProvider, useI18n } from './i18n.tsx';
import { LATER_ISLANDS } from './island-scripts.ts';
import { type IslandNamespace, type TextAddresses, textAddresses } from './island-texts.ts';
import { RenderProvider, useRender } from './render-context.tsx';

export type Gathered = {
  addresses: TextAddresses;
  /** Addresses of the texts that the page needs at once. */
  texts: Set<string>;
  names: Set<string>;
  islands: string[];
};

const GatheredContext = createContext<Gathered | null>(null);
const OuterIslandContext = createContext<string | null>(null);

export const GatherProvider = GatheredContext.Provider;

export function useGathered(): Gathered | null {
  return useContext(GatheredContext);
}

export function fillIslands(html: string, { islands }: Gathered): string {
  const [begin = '', ...rest] = html.split(PLACEHOLDER);
  return begin + rest.map((part, at) => islands[at] + part).join('');
}

const INLINE = '<!--island-->';
/** Escaped text cannot contain it. */
const PLACEHOLDER = ` data-props="" hx-morph-skip="">${INLINE}`;

type IslandProps<P extends object> = {
  of: ComponentType<P>;
  /** Key in islands/manifest.ts. */
  name: string;
  /** Plain JSON: the browser gets exactly this. */
  props: P;
  namespaces: IslandNamespace[];
  className?: string;
};

/** Renders a separate root, which islands/boot.tsx hydrates. Throws inside another island. */
export function Island<P extends object>({
  of: Component,
  name,
  props,
  namespaces,
  className,
}: IslandProps<P>) {
  const i18n = useI18n();
  const render = useRender();
  const page = useContext(GatheredContext);
  const outer = useContext(OuterIslandContext);
  if (outer) throw new Error(`Island "${name}" is nested in island "${outer}"`);
  const texts = textAddresses(namespaces, page?.addresses ?? {});
  if (!LATER_ISLANDS.includes(name)) for (const address of texts) page?.texts.add(address);

  const html = renderToString(
    <OuterIslandContext.Provider value={name}>
      <I18nProvider value={i18n}>
        <RenderProvider value={render}>
          <Component {...props} />
        </RenderProvider>
      </I18nProvider>
    </OuterIslandContext.Provider>,
  );
  const json = JSON.stringify(props);
  page?.names.add(name);
  page?.islands.push(` data-props='${quoted(json)}' hx-morph-skip="">${html}`);
  return (
    <div
      className={className}
      data-island={name}
      data-texts={texts.join(' ') || undefined}
      data-props={page ? '' : json}
      hx-morph-skip=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
      dangerouslySetInnerHTML={{ __html: page ? INLINE : html }}
    />
  );
}

/** Single quotes: JSON is full of double quotes, which would each become six letters. */
function quoted(json: string): string {
  return json.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('<', '&lt;');
}
