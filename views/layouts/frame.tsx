import { LRUCache } from 'lru-cache';
import { type I18n, useI18n } from '../i18n.tsx';
import { useNamespaces } from '../island.tsx';
import { type Look, useLook } from '../look.tsx';
import { type Body, renderBody } from '../render-body.tsx';
import type { ShellProps, Viewer } from '../shell.ts';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

type FrameProps = { viewer: Viewer } & Pick<ShellProps, 'menu' | 'active' | 'version' | 'theme' | 'phones'>;

/** Letters of all that is kept, with what it is found by. */
const MOST_LETTERS = 4_000_000;

const frames = new LRUCache<string, Body>({
  maxSize: MOST_LETTERS,
  sizeCalculation: ({ html }, key) => html.length + key.length,
});

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

function frameOf(props: FrameProps, i18n: I18n, look: Look): Body {
  // Everything that is rendered stands in the key, so nobody gets another person's.
  const key = JSON.stringify([i18n.locale, i18n.timeZone, look, props]);
  const known = frames.get(key);
  if (known) return known;
  const frame = render(props, i18n, look);
  frames.set(key, frame);
  return frame;
}

function render({ viewer, menu, active, version, theme, phones }: FrameProps, i18n: I18n, look: Look): Body {
  return renderBody(
    <>
      <SideMenu menu={menu} active={active} version={version} />
      <TopBar viewer={viewer} active={active} menu={menu} theme={theme} phones={phones} />
    </>,
    i18n,
    look,
  );
}
