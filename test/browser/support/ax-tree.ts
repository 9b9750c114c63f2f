import type { Page } from 'playwright-core';

export type AxNode = {
  role: string;
  name: string;
  level: number | undefined;
  url: string | undefined;
  /** The roles of the nodes around it, from the outermost one. */
  within: string[];
};

type Value = { value?: unknown };
type RawNode = {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  properties?: { name: string; value: Value }[];
  childIds?: string[];
};

/** Chromium's tree as a screen reader receives it, without the nodes that it ignores. */
export async function axTree(page: Page): Promise<AxNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: RawNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const walk = (id: string, within: string[]): AxNode[] => {
    const node = byId.get(id);
    if (!node) return [];
    const role = `${node.role?.value ?? ''}`;
    const inner = node.ignored ? within : [...within, role];
    const below = (node.childIds ?? []).flatMap((child) => walk(child, inner));
    if (node.ignored) return below;
    const property = (name: string) => node.properties?.find((one) => one.name === name)?.value.value;
    const name = `${node.name?.value ?? ''}`.trim();
    const [level, url] = [property('level'), property('url')] as [number | undefined, string | undefined];
    return [{ role, name, level, url, within }, ...below];
  };
  return walk(nodes[0]?.nodeId ?? '', []);
}

const CONTROLS = [
  'button',
  'checkbox',
  'combobox',
  'ComboBoxGrouping',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
];
const LANDMARKS = [
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'main',
  'navigation',
  'region',
  'search',
];
const ACTIONS = ['button', 'link', 'checkbox', 'switch'];

export function treeFaults(tree: AxNode[], landmarks: readonly string[]): string[] {
  const of = (role: string) => tree.filter((node) => node.role === role);
  const nameless = tree
    .filter(({ role, name }) => CONTROLS.includes(role) && name === '')
    .map(({ role, within }) => `a ${role} without a name in ${within.slice(-4).join(' > ')}`);
  const titles = of('heading').filter(({ level }) => level === 1);
  const missing = landmarks.filter((role) => of(role).length === 0).map((role) => `no ${role}`);
  const alike = LANDMARKS.flatMap((role) => {
    const names = of(role)
      .map(({ name }) => name)
      // A nameless form or region is no landmark.
      .filter((name) => name !== '' || !['form', 'region'].includes(role));
    const repeated = names.filter((name, at) => names.indexOf(name) !== at);
    return repeated.map((name) => `two landmarks ${role} “${name}”`);
  });
  return [
    ...nameless,
    ...(titles.length === 1 ? [] : [`${titles.length} first headings: ${titles.map(({ name }) => name)}`]),
    ...missing,
    ...alike,
    ...alikeActions(tree),
    ...namelessRows(tree),
  ];
}

/** Read one after the other, "Edit, Edit, Edit" does not say which. */
function alikeActions(tree: AxNode[]): string[] {
  const acts = tree.filter(
    ({ role, within }) => ACTIONS.includes(role) && within.includes('main') && !within.includes('Date'),
  );
  const links = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { role, name, url = '' } of acts)
    if (role === 'link') links.set(name, (links.get(name) ?? new Set()).add(url));
    else counts.set(`${role} “${name}”`, (counts.get(`${role} “${name}”`) ?? 0) + 1);
  return [
    ...[...counts].filter(([, count]) => count > 1).map(([what, count]) => `${count} times ${what}`),
    ...[...links].filter(([, urls]) => urls.size > 1).map(([name, urls]) => `${urls.size} links “${name}”`),
  ];
}

/** A button in a table says which row it is for. */
function namelessRows(tree: AxNode[]): string[] {
  return tree.flatMap(({ role, within, name }, at) => {
    if (role !== 'button' || !within.includes('cell')) return [];
    const row = tree.findLastIndex((node, index) => index < at && node.role === 'row');
    const title = tree.slice(row).find((node) => node.role === 'cell' && node.name !== '')?.name ?? '';
    return name.includes(title) ? [] : [`“${name}” does not name its row “${title}”`];
  });
}
