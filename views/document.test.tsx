import { expect, test } from 'bun:test';
import { Island } from './island.tsx';
import { renderDocument } from './render.tsx';
import type { ShellProps, Viewer } from './shell.ts';

const hostile = '</script><img src=x onerror=alert(1)>"\'&';
const i18n = { locale: 'pt' as const, timeZone: 'UTC', t: (key: string) => key };
const assets = { script: '/build/client-1.js', style: '/build/app-1.css', officeStyle: '/build/office.css' };

const viewer: Viewer = {
  id: 7,
  companyId: 1,
  name: hostile,
  email: hostile,
  companyName: hostile,
  profile: 'admin',
  super: false,
  queueIds: [],
  allTicket: false,
  picture: null,
  activeUntil: '2027-03-01',
};

function render(shell: Partial<ShellProps>): string {
  const base: ShellProps = {
    title: 'Tags',
    active: 'tags',
    nonce: 'abc',
    theme: null,
    viewer: null,
    menu: [],
    toasts: [],
    version: '0.1.0',
    layout: 'bare',
    children: <p>page</p>,
  };
  return renderDocument({ ...base, ...shell }, i18n, assets);
}

const Leaf = ({ text }: { text: string }) => <b>{text}</b>;
const scriptsOf = (html: string) => html.match(/<script[^>]*>/g) ?? [];

test('the login page loads the entry script only', () => {
  const html = render({});
  expect(html.startsWith('<!doctype html><html lang="pt-BR"')).toBe(true);
  expect(scriptsOf(html)).toEqual(['<script type="module" src="/build/client-1.js" nonce="abc">']);
  expect(html).not.toContain('data-viewer');
});

test('a page with islands fetches their files together with the entry script', () => {
  const islands = { boot: ['/build/boot-1.js'], workspace: [], office: ['/build/office-1.js'] };
  const base = {
    title: '',
    active: '',
    nonce: 'abc',
    theme: null,
    viewer: null,
    menu: [],
    toasts: [],
    version: '',
  };
  const children = (
    <Island of={Leaf} name="todo-list" namespaces={['todolist', 'common']} props={{ text: 'a' }} />
  );
  const texts = { pt: { todolist: '/build/todo.json', desk: '/build/desk.json' }, en: {}, es: {} };
  const html = renderDocument({ ...base, layout: 'bare', children }, i18n, { ...assets, islands, texts });
  expect(html.match(/<link rel="modulepreload"[^>]*>/g)).toEqual([
    '<link rel="modulepreload" href="/build/boot-1.js" nonce="abc"/>',
    '<link rel="modulepreload" href="/build/office-1.js" nonce="abc"/>',
  ]);
  expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
    '<link rel="preload" as="fetch" href="/build/todo.json" crossorigin="anonymous"/>',
    '<link rel="preload" as="fetch" href="/build/desk.json" crossorigin="anonymous"/>',
  ]);
  expect(html).toContain('data-texts="/build/todo.json /build/desk.json"');
});

test('renders the chosen theme on the server and leaves it to the system without a choice', () => {
  expect(render({ theme: 'dark' })).toContain('data-theme="dark"');
  expect(render({ theme: null })).not.toContain('data-theme="');
});

test('every page has a description', () => {
  for (const one of [{}, { viewer }]) expect(render(one)).toContain('<meta name="description" content="');
});

test('pages reached only by their own link are marked noindex', () => {
  expect(render({ isHidden: true })).toContain('<meta name="robots" content="noindex"/>');
  expect(render({})).not.toContain('name="robots"');
});

test('escapes hostile names, titles and toasts', () => {
  const html = render({
    title: hostile,
    layout: 'app',
    viewer,
    toasts: [{ level: 'error', text: hostile }],
    menu: [
      {
        key: 'tags',
        label: 'tags:title',
        href: '/tags',
        icon: hostile,
        section: 'contacts',
        badge: 'warning',
        badgeChannels: [],
        badgeDelayMs: 2000,
      },
    ],
    children: <Island of={Leaf} name="leaf" props={{ text: hostile }} namespaces={['todolist']} />,
  });
  expect(html).not.toContain('<img src=x');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).toContain('data-viewer="1-7"');
});

test('the menu marks the current page, and opens its group only', () => {
  const html = render({
    layout: 'app',
    viewer,
    menu: [
      {
        key: 'tags',
        label: 'tags:title',
        href: '/tags',
        icon: 'tags',
        section: 'contacts',
        badge: null,
        badgeChannels: [],
        badgeDelayMs: 2000,
      },
      {
        key: 'users',
        label: 'users:title',
        href: '/users',
        icon: 'users',
        section: 'contacts',
        badge: 120,
        badgeChannels: [],
        badgeDelayMs: 2000,
      },
    ],
  });
  expect(html).toMatch(/<a href="\/tags"[^>]*aria-current="page"/);
  expect(html).not.toMatch(/<a href="\/users"[^>]*aria-current/);
  expect(html).toMatch(/<a href="\/tags"[^>]*data-menu-group="contacts"/);
  expect(html.match(/<details name="menu" open="">/g)).toHaveLength(1);
  expect(html).toContain('99+');
});

test('shows the subscription end to administrators only', () => {
  const withDate = { ...i18n, t: (key: string, vars = {}) => `${key} ${JSON.stringify(vars)}` };
  const page = (profile: Viewer['profile']) =>
    renderDocument(
      {
        title: 'T',
        active: '',
        nonce: 'n',
        theme: null,
        viewer: { ...viewer, profile },
        menu: [],
        toasts: [],
        version: '0',
        layout: 'app',
        children: null,
      },
      withDate,
      assets,
    );
  const topBar = (profile: Viewer['profile']) => /<p class="bar-title">.*?<\/p>/s.exec(page(profile))?.[0];
  expect(page('user')).not.toContain('01/03/2027');
  expect(topBar('admin')).toContain('01/03/2027');
  for (const profile of ['admin', 'user'] as const) expect(topBar(profile)).toContain('common:greeting');
});
