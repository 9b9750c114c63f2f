import { cachedForm } from '../body/read-body.ts';
import type { Ctx } from '../env.ts';
import { addNotice, addToForms, readForm, type ShownField } from './shown-forms.ts';

const OPENED = 'opened';
const MAX_LETTERS = 80;

type Opened = Record<string, string>;
export type FormChange = { label: string; now: string };

export function addOpenedHashes(c: Ctx): void {
  c.set('redraw', (html) => addToForms(html, (action) => hidden(openedAs(html, action))));
}

export async function resendOpenedHashes(c: Ctx): Promise<void> {
  const opened = (await cachedForm(c))?.get(OPENED);
  if (typeof opened === 'string') showAgainWith(c, opened);
}

/** Detects saves by others since the form was opened; untouched fields take the new value. */
export async function isChangedMeanwhile(c: Ctx, show: () => Promise<Response> | Response): Promise<boolean> {
  const sent = await cachedForm(c);
  const opened = parse(sent?.get(OPENED));
  if (!sent || !opened) return false;
  const html = await htmlOf(c, show);
  const changes: FormChange[] = [];
  for (const [name, field] of readForm(html, c.req.path)) {
    const [before, typed, now] = [opened[name], hash(sent.getAll(name)), hash(field.values)];
    if (before === undefined || before === now || typed === now) continue;
    if (typed === before) replace(sent, name, field.values);
    changes.push(changeOf(c, field));
  }
  if (changes.length === 0) return false;
  showAgainWith(c, openedAs(html, c.req.path), c.var.renderer.changes(c, changes));
  return true;
}

function changeOf(c: Ctx, { label, values, text, isSwitch }: ShownField): FormChange {
  if (isSwitch)
    return { label, now: c.var.t(values.at(-1) === 'true' ? 'common:changed.on' : 'common:changed.off') };
  return { label, now: text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text };
}

function replace(sent: FormData, name: string, values: string[]): void {
  sent.delete(name);
  for (const value of values) sent.append(name, value);
}

function openedAs(html: string, action: string): string {
  const fields = [...readForm(html, action)].map(([name, { values }]) => [name, hash(values)]);
  return JSON.stringify(Object.fromEntries(fields));
}

/** Browsers send line breaks as CRLF. */
function hash(values: unknown[]): string {
  const text = values.map((value) => String(value).replaceAll('\r\n', '\n')).join('\0');
  return Bun.hash(text).toString(36);
}

function parse(text: unknown): Opened | undefined {
  try {
    const found: unknown = JSON.parse(String(text));
    return typeof found === 'object' && found !== null ? (found as Opened) : undefined;
  } catch {
    return undefined;
  }
}

const hidden = (value: string) =>
  `<input type="hidden" name="${OPENED}" value="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;

function showAgainWith(c: Ctx, opened: string, notice = ''): void {
  c.set('redraw', (html) =>
    addToForms(notice ? addNotice(html, notice) : html, (action) =>
      action === c.req.path ? hidden(opened) : '',
    ),
  );
}

/** Renders `show` without sending it: its compression would otherwise set headers on our own answer. */
async function htmlOf(c: Ctx, show: () => Promise<Response> | Response): Promise<string> {
  const redraw = c.get('redraw');
  let rendered = '';
  c.set('redraw', (html) => {
    rendered = html;
    return '';
  });
  await show();
  c.set('redraw', redraw);
  return rendered;
}
