import type { ReactElement, ReactNode } from 'react';
import { GUIDES, guidePaths } from '@/modules/guides/guides.schema.ts';

/** Raw HTML in the text is shown as text; React escapes everything else. */
export function GuideMarkdown({ text }: { text: string }): ReactElement {
  return Bun.markdown.react(
    text,
    { a: GuideLink, img: GuidePicture, table: GuideTable, pre: GuideCode },
    { noHtmlBlocks: true, noHtmlSpans: true },
  );
}

type LinkProps = { href: string; children?: ReactNode };

/** Files of the other documents are not served: their names are for the server's operator. */
function GuideLink({ href, children }: LinkProps) {
  const known = addressOf(href);
  if (known) return <a href={known}>{children}</a>;
  if (href.startsWith('https://'))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  return (
    <>
      {children} (<code>{href.replaceAll('../', '')}</code>)
    </>
  );
}

function addressOf(href: string): string | undefined {
  const [file = '', section] = href.split('#');
  if (file === '') return `#${section ?? ''}`;
  const guide = GUIDES.find((each) => file === `${each}.md`);
  if (guide) return guidePaths.guide(guide, section);
  return file === 'whats-new.md' ? guidePaths.whatsNew() : undefined;
}

const PICTURES = '../../pictures/now/';
const LIGHT = '-light.webp';

/** A picture that is not shown is not fetched, because it is lazy. */
function GuidePicture({ src, alt = '' }: { src: string; alt?: string }) {
  if (!src.startsWith(PICTURES) || !src.endsWith(LIGHT)) return null;
  const name = src.slice(PICTURES.length);
  const isPhone = name.includes('-360-');
  const common = { loading: 'lazy' as const, ...(isPhone ? PHONE : DESKTOP) };
  return (
    <>
      <img src={guidePaths.picture(name)} alt={alt} {...common} className="only-light" />
      <img
        src={guidePaths.picture(name.replace(LIGHT, '-dark.webp'))}
        alt={alt}
        {...common}
        className="only-dark"
      />
    </>
  );
}

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

function GuideTable({ children }: { children?: ReactNode }) {
  return (
    <div className="guide-table" data-scrolls-sideways="">
      <table>{children}</table>
    </div>
  );
}

function GuideCode({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are read by the arrow keys
    <pre tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
