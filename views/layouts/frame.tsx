import { LRUCache } from 'lru-cache';
import { renderToStaticMarkup } from 'react-dom/server';
import { type I18n, I18nProvider, useI18n } from '../i18n.tsx';
import { CollectNamespaces, useNamespaces } from '../island.tsx';
import type { Look } from '../look.tsx';
import { LookProvider, useLook } from '../look.tsx';
import type { ShellProps, Viewer } from '../shell.ts';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

type FrameProps = { viewer: Viewer } & Pick<ShellProps, 'menu' | 'active' | 'version' | 'theme' | 'phones'>;
type Frame = { html: string; namespaces: Set<string> };

const frames = new LRUCache<string, Frame>({ max: 200 });

/** Menu and top bar: the same for a person from page to page, so a page need not render them again. */
export function PageFrame(props: FrameProps) {
  const i18n = useI18n();
  const look = useLook();
  const page = useNamespaces();
  const { html, namespaces } = frameOf(props, i18n, look);
  for (const namespace of namespaces) page?.add(namespace);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}

function frameOf(props: FrameProps, i18n: I18n, look: Look): Frame {
  // Everything that is rendered stands in the key, so nobody gets another person's.
  const key = JSON.stringify([i18n.locale, i18n.timeZone, look, props]);
  const known = frames.get(key);
  if (known) return known;
  const frame = render(props, i18n, look);
  frames.set(key, frame);
  return frame;
}

function render({ viewer, menu, active, version, theme, phones }: FrameProps, i18n: I18n, look: Look): Frame {
  const namespaces = new Set<string>();
  const html = renderToStaticMarkup(
    <CollectNamespaces into={namespaces}>
      <I18nProvider value={i18n}>
        <LookProvider value={look}>
          <SideMenu menu={menu} active={active} version={version} />
          <TopBar viewer={viewer} active={active} menu={menu} theme={theme} phones={phones} />
        </LookProvider>
      </I18nProvider>
    </CollectNamespaces>,
  );
  return { html, namespaces };
}
