import { type ComponentType, createContext, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { DrawProvider, useDraw } from './draw.tsx';
import { I18nProvider, useI18n } from './i18n.tsx';

/** What the islands of a page leave behind while it is rendered. */
export type Gathered = { namespaces: Set<string>; islands: string[] };

const GatheredContext = createContext<Gathered | null>(null);
const OuterIslandContext = createContext<string | null>(null);

export const GatherProvider = GatheredContext.Provider;

export function useNamespaces(): Set<string> | null {
  return useContext(GatheredContext)?.namespaces ?? null;
}

/** Puts each island into its place, in their order: React would read it letter by letter and copy it once more. */
export function fillIslands(html: string, { islands }: Gathered): string {
  const [begin = '', ...rest] = html.split(PLACE);
  return begin + rest.map((part, at) => islands[at] + part).join('');
}

const IN_PLACE = '<!--island-->';
/** Escaped text cannot contain it. */
const PLACE = ` data-props="" hx-morph-skip="">${IN_PLACE}`;

type IslandProps<P extends object> = {
  of: ComponentType<P>;
  /** Key in islands/manifest.ts. */
  name: string;
  /** Plain JSON: the browser gets exactly this. */
  props: P;
  namespaces: string[];
  className?: string;
};

/** Renders a root of its own, which islands/boot.tsx hydrates. Throws inside another island. */
export function Island<P extends object>({
  of: Component,
  name,
  props,
  namespaces,
  className,
}: IslandProps<P>) {
  const i18n = useI18n();
  const draw = useDraw();
  const page = useContext(GatheredContext);
  const outer = useContext(OuterIslandContext);
  if (outer) throw new Error(`Island "${name}" is nested in island "${outer}"`);
  for (const namespace of namespaces) page?.namespaces.add(namespace);

  const html = renderToString(
    <OuterIslandContext.Provider value={name}>
      <I18nProvider value={i18n}>
        <DrawProvider value={draw}>
          <Component {...props} />
        </DrawProvider>
      </I18nProvider>
    </OuterIslandContext.Provider>,
  );
  const json = JSON.stringify(props);
  page?.islands.push(` data-props='${quoted(json)}' hx-morph-skip="">${html}`);
  return (
    <div
      className={className}
      data-island={name}
      data-props={page ? '' : json}
      hx-morph-skip=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
      dangerouslySetInnerHTML={{ __html: page ? IN_PLACE : html }}
    />
  );
}

/** JSON is full of double quotes, which need none of their six letters here. */
function quoted(json: string): string {
  return json.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('<', '&lt;');
}
