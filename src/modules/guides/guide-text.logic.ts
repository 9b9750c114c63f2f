export type GuideSection = { id: string; title: string; level: 2 | 3; text: string };
export type GuideText = { title: string; intro: string; sections: GuideSection[] };

/** Headings end with their anchor, which is the same in all languages: `## Filas {#queues}`. */
export function parseGuide(source: string): GuideText {
  const guide: GuideText = { title: '', intro: '', sections: [] };
  let isCode = false;
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const level = isCode ? 0 : levelOf(line);
    if (level === 1) guide.title = line.slice(2).trim();
    else if (level > 1)
      guide.sections.push({ ...headingOf(line.slice(level + 1)), level: level === 2 ? 2 : 3 });
    else append(guide, line);
  }
  return guide;
}

function levelOf(line: string): number {
  const level = line.indexOf(' ');
  return level > 0 && level <= 3 && line.startsWith('#'.repeat(level)) ? level : 0;
}

function headingOf(heading: string): Pick<GuideSection, 'id' | 'title' | 'text'> {
  const at = heading.lastIndexOf(' {#');
  if (at < 0 || !heading.endsWith('}')) return { id: '', title: heading.trim(), text: '' };
  return { id: heading.slice(at + 3, -1), title: heading.slice(0, at).trim(), text: '' };
}

function append(guide: GuideText, line: string): void {
  const section = guide.sections.at(-1);
  if (section) section.text += `${line}\n`;
  else guide.intro += `${line}\n`;
}

/** Without Markdown's marks, for the search and its excerpts. */
export function plainText(markdown: string): string {
  const line = (children: string) => `${children} `;
  const blocks = { paragraph: line, listItem: line, td: line, th: line, code: line };
  return Bun.markdown
    .render(markdown, { ...blocks, image: () => '' })
    .replaceAll('\n', ' ')
    .trim();
}

export type Excerpt = { before: string; hit: string; after: string };

const AROUND = 70;

export type SearchableGuide = Omit<GuideText, 'sections'> & { sections: SearchableSection[] };
export type SearchableSection = GuideSection & { plain: string; foldedTitle: string; foldedText: string };

/** Folding takes longer than all else about a search, and the texts stay the same. */
export function toSearchable(section: GuideSection): SearchableSection {
  const plain = plainText(section.text);
  return { ...section, plain, foldedTitle: fold(section.title), foldedText: fold(plain) };
}

/** Undefined unless title and text together contain each word; accents and capitals do not matter. */
export function findIn(
  { plain: text, foldedTitle, foldedText }: SearchableSection,
  terms: string[],
): { inTitle: boolean; excerpt: Excerpt } | undefined {
  if (terms.length === 0 || !terms.every((term) => foldedTitle.includes(term) || foldedText.includes(term)))
    return undefined;
  const found = terms.find((term) => foldedText.includes(term)) ?? '';
  return {
    inTitle: terms.every((term) => foldedTitle.includes(term)),
    excerpt: excerptOf(text, found === '' ? 0 : foldedText.indexOf(found), found.length),
  };
}

export const termsOf = (query: string): string[] => fold(query).split(' ').filter(Boolean);

/** One character for each, so that positions stay the same. */
function fold(text: string): string {
  return Array.from(text, (sign) => (sign.normalize('NFD')[0] ?? sign).toLowerCase()[0] ?? sign).join('');
}

function excerptOf(text: string, at: number, length: number): Excerpt {
  const signs = Array.from(text);
  const from = Math.max(0, at - AROUND);
  const to = Math.min(signs.length, at + length + AROUND);
  const slice = (start: number, end: number) => signs.slice(start, end).join('');
  const [before, after] = [slice(from, at), slice(at + length, to)];
  return {
    before: from > 0 ? `…${before.slice(before.indexOf(' ') + 1)}` : before,
    hit: slice(at, at + length),
    after: to < signs.length ? `${after.slice(0, after.lastIndexOf(' '))}…` : after,
  };
}
