import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '@/core/scope.ts';
import { MODULES } from '@/modules.ts';
import { VERSION } from '@/version.ts';
import { type GuideText, parseGuide } from './guide-text.logic.ts';
import { canReadGuide } from './guides.policy.ts';
import { GUIDES } from './guides.schema.ts';
import { type HelpTopic, MENU_TOPICS, sectionFor, TAB_TOPICS } from './help-topics.schema.ts';

const ROOT = join(import.meta.dir, '../../..');
const LANGUAGES = ['pt', 'en', 'es'] as const;
const FILES = [...GUIDES, 'whats-new'] as const;
type File = (typeof FILES)[number];

const sourceOf = (language: string, file: string) =>
  readFileSync(join(ROOT, 'docs/guide', language, `${file}.md`), 'utf8');
const guideOf = (language: string, file: File): GuideText => parseGuide(sourceOf(language, file));
const cases = LANGUAGES.flatMap((language) => FILES.map((file) => [language, file] as const));
const anchorsOf = (language: string, file: File) =>
  guideOf(language, file).sections.map(({ id, level }) => `${'#'.repeat(level)} ${id}`);

type Texts = { [key: string]: string | Texts };
const textsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? text : textsIn(text)));
const textsOf = (language: string): Set<string> => {
  const folder = join(ROOT, 'locales', language);
  return new Set(
    readdirSync(folder).flatMap((file) => textsIn(JSON.parse(readFileSync(join(folder, file), 'utf8')))),
  );
};

describe('sections', () => {
  test.each(cases)('%s/%s: have anchors, each once, and text', (language, file) => {
    const { title, sections } = guideOf(language, file);
    expect(title).not.toBe('');
    const ids = sections.map(({ id }) => id);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(sections.filter(({ text }) => text.trim() === '').map(({ id }) => id)).toEqual([]);
  });

  test.each([...FILES])('%s: have the same anchors in all languages', (file) => {
    expect(anchorsOf('pt', file).length).toBeGreaterThan(0);
    expect(anchorsOf('en', file)).toEqual(anchorsOf('pt', file));
    expect(anchorsOf('es', file)).toEqual(anchorsOf('pt', file));
  });
});

test.each([...LANGUAGES])('%s: each name in bold is a text of the screens', (language) => {
  const texts = textsOf(language);
  const bold = FILES.flatMap((file) =>
    [...sourceOf(language, file).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => `${file}: ${name}`),
  );
  expect(bold.length).toBeGreaterThan(200);
  const nameOf = (entry: string) => entry.slice(entry.indexOf(': ') + 2).replace(/\s+/g, ' ');
  expect(bold.filter((entry) => !texts.has(nameOf(entry)) && !texts.has(`${nameOf(entry)}…`))).toEqual([]);
});

test.each(cases)('%s/%s: links lead to sections and files that exist', (language, file) => {
  const source = sourceOf(language, file);
  const links = [...source.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href);
  const missing = links.filter((href) => {
    const [path = '', id] = href.split('#');
    const guide = path === '' ? file : FILES.find((each) => path === `${each}.md`);
    if (guide) return id !== undefined && !guideOf(language, guide).sections.some((each) => each.id === id);
    const at = (name: string) => existsSync(join(ROOT, 'docs/guide', language, name));
    return !at(path) || !at(path.replace('-light.webp', '-dark.webp'));
  });
  expect(missing).toEqual([]);
});

const actor = (profile: 'user' | 'supervisor' | 'admin', isSuper = false) =>
  ({ kind: 'user', profile, super: isSuper, queueIds: [], allTicket: true }) as unknown as Actor;
const READERS = {
  agent: actor('user'),
  supervisor: actor('supervisor'),
  administrator: actor('admin'),
  'super administrator': actor('admin', true),
};

describe('every page has a section that its readers may open', () => {
  type Entry = { key: string; isFor: (actor: Actor) => boolean };
  const entries = (part: 'menu' | 'settingsTabs') =>
    MODULES.flatMap((module) => (module[part] ?? []) as Entry[]);
  const pages: [kind: string, topics: Record<string, HelpTopic>, entries: Entry[]][] = [
    ['menu entries', MENU_TOPICS, entries('menu')],
    ['settings tabs', TAB_TOPICS, entries('settingsTabs')],
  ];

  test.each(pages)('%s', (_kind, topics, all) => {
    expect(all.length).toBeGreaterThan(10);
    const missing = all.flatMap(({ key, isFor }) =>
      Object.entries(READERS).flatMap(([name, reader]) => {
        if (!isFor(reader)) return [];
        const found = sectionFor(topics[key], (guide) => canReadGuide(reader, guide));
        if (!found) return `${key} for ${name}`;
        const isThere = LANGUAGES.every((language) =>
          guideOf(language, found.guide).sections.some(({ id }) => id === found.section),
        );
        return isThere ? [] : `${key}: ${found.guide}#${found.section}`;
      }),
    );
    expect(missing).toEqual([]);
  });

  test.each(pages)('no topic without a page: %s', (_kind, topics, all) => {
    const keys = new Set(all.map(({ key }) => key));
    expect(Object.keys(topics).filter((key) => !keys.has(key))).toEqual([]);
  });
});

test('what is new begins with this version, and the changelog has the same ones', () => {
  const versions = guideOf('en', 'whats-new').sections.map(({ title }) => title);
  expect(versions[0]).toBe(VERSION);
  const changes = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  expect([...changes.matchAll(/^## (.+)$/gm)].map(([, version = '']) => version)).toEqual(versions);
});
