import { LRUCache } from 'lru-cache';
import { type Branding, useBranding } from '../branding.tsx';
import { type I18n, useI18n } from '../i18n.tsx';
import { useGathered } from '../island.tsx';
import type { TextAddresses } from '../island-texts.ts';
import { type Body, renderBody } from '../render-body.tsx';
import type { ShellProps, Viewer } from '../shell.ts';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

type FrameProps = { viewer: Viewer } & Pick<
  ShellProps,
  'menu' | 'active' | 'version' | 'theme' | 'phones' | 'help'
>;

/** Characters of all entries and their keys. */
const MAX_LETTERS = 4_000_000;

const frames = new LRUCache<string, Body>({
  maxSize: MAX_LETTERS,
  sizeCalculation: ({ html }, key) => html.length + key.length,
});

export function PageFrame(props: FrameProps) {
  const i18n = useI18n();
  const branding = useBranding();
  const page = useGathered();
  const { html } = frameOf(props, i18n, branding, page?.addresses ?? {});
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}

function frameOf(props: FrameProps, i18n: I18n, branding: Branding, addresses: TextAddresses): Body {
  // The key contains everything rendered, so that nobody gets another person's frame.
  const key = JSON.stringify([i18n.locale, i18n.timeZone, branding, props]);
  const known = frames.get(key);
  if (known) return known;
  const frame = render(props, i18n, branding, addresses);
  frames.set(key, frame);
  return frame;
}

function render(
  { viewer, menu, active, version, theme, phones, help }: FrameProps,
  i18n: I18n,
  branding: Branding,
  addresses: TextAddresses,
): Body {
  return renderBody(
    <>
      <SideMenu menu={menu} active={active} version={version} />
      <TopBar viewer={viewer} active={active} menu={menu} theme={theme} phones={phones} help={help} />
    </>,
    i18n,
    branding,
    addresses,
  );
}
