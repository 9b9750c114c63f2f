import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nProvider, useI18n } from './i18n.tsx';

const NamespacesContext = createContext<Set<string> | null>(null);
const OuterIslandContext = createContext<string | null>(null);

export function CollectNamespaces({ into, children }: { into: Set<string>; children: ReactNode }) {
  return <NamespacesContext.Provider value={into}>{children}</NamespacesContext.Provider>;
}

export function useNamespaces(): Set<string> | null {
  return useContext(NamespacesContext);
}

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
  const page = useNamespaces();
  const outer = useContext(OuterIslandContext);
  if (outer) throw new Error(`Island "${name}" is nested in island "${outer}"`);
  for (const namespace of namespaces) page?.add(namespace);

  const html = renderToString(
    <OuterIslandContext.Provider value={name}>
      <I18nProvider value={i18n}>
        <Component {...props} />
      </I18nProvider>
    </OuterIslandContext.Provider>,
  );
  return (
    <div
      className={className}
      data-island={name}
      data-props={JSON.stringify(props)}
      hx-morph-skip=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
