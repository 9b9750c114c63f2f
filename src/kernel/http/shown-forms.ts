import { DomUtils, parseDocument } from 'htmlparser2';

const { findAll, getAttributeValue, hasAttrib, textContent } = DomUtils;
type Element = ReturnType<typeof findAll>[number];

/** A field as a browser sends it untouched; `text` is what a reader sees in it, empty where those are no words. */
export type ShownField = { label: string; values: string[]; text: string; isSwitch: boolean };
export type ShownForm = Map<string, ShownField>;

const SILENT = new Set(['submit', 'button', 'reset', 'image', 'file', 'password']);
const COLOR = /^#[0-9a-f]{6}$/i;

/** Puts what `addition` makes at the end of each form that is sent by PUT. */
export function addToForms(html: string, addition: (action: string) => string): string {
  const element = (form: HTMLRewriterTypes.Element) =>
    void form.append(addition(form.getAttribute('hx-put') ?? ''), { html: true });
  return new HTMLRewriter().on('form[hx-put]', { element }).transform(html);
}

/** Puts `notice` above the fields of a dialog or of a form in a page. */
export function addNotice(html: string, notice: string): string {
  const place = html.includes('class="dialog-body"') ? '.dialog-body' : 'form[hx-put]';
  const element = (one: HTMLRewriterTypes.Element) => void one.prepend(notice, { html: true });
  return new HTMLRewriter().on(place, { element }).transform(html);
}

/** The form of `html` that is sent to `action` by PUT; no fields if there is none. */
export function readForm(html: string, action: string): ShownForm {
  const fields: ShownForm = new Map();
  const form = findAll((one) => getAttributeValue(one, 'hx-put') === action, parseDocument(html).children)[0];
  if (!form) return fields;
  const inside = findAll(() => true, [form]);
  for (const control of inside) {
    const name = getAttributeValue(control, 'name');
    const sent = name && !hasAttrib(control, 'disabled') ? sentBy(control) : undefined;
    if (!name || !sent) continue;
    const field = fields.get(name) ?? { label: '', values: [], text: '', isSwitch: false };
    field.label ||= labelOf(control, inside);
    field.isSwitch ||= getAttributeValue(control, 'role') === 'switch';
    field.values.push(...sent.values);
    field.text = [field.text, sent.text].filter(Boolean).join(', ');
    fields.set(name, field);
  }
  return fields;
}

type Sent = Pick<ShownField, 'values' | 'text'>;

function sentBy(control: Element): Sent | undefined {
  if (control.name === 'textarea') return asWritten(textContent(control).replace(/^\n/, ''));
  if (control.name === 'select') return chosenIn(control);
  if (control.name !== 'input') return undefined;
  const type = getAttributeValue(control, 'type') ?? 'text';
  const value = getAttributeValue(control, 'value') ?? '';
  if (SILENT.has(type)) return undefined;
  if (type === 'hidden') return { values: [value], text: '' };
  if (type !== 'checkbox' && type !== 'radio') return asWritten(value);
  return hasAttrib(control, 'checked')
    ? { values: [value], text: choiceText(control) }
    : { values: [], text: '' };
}

const asWritten = (value: string): Sent => ({ values: [value], text: COLOR.test(value) ? '' : value });

function chosenIn(select: Element): Sent {
  const options = findAll((one) => one.name === 'option', [select]);
  const marked = options.filter((one) => hasAttrib(one, 'selected'));
  const chosen = marked.length > 0 || hasAttrib(select, 'multiple') ? marked : options.slice(0, 1);
  return {
    values: chosen.map((one) => getAttributeValue(one, 'value') ?? textContent(one)),
    text: chosen.map(wordsOf).join(', '),
  };
}

/** Of one choice among several: a switch has its label elsewhere. */
function choiceText(control: Element): string {
  const label = around(control, 'label');
  return label ? wordsOf(label) : '';
}

function labelOf(control: Element, inside: Element[]): string {
  const id = getAttributeValue(control, 'id');
  const own = id && inside.find((one) => one.name === 'label' && getAttributeValue(one, 'for') === id);
  if (own) return wordsOf(own);
  const group = around(control, 'fieldset');
  const legend = group && inside.find((one) => one.name === 'legend' && one.parent === group);
  return legend ? wordsOf(legend) : '';
}

function around(control: Element, name: string): Element | undefined {
  let at = control.parent;
  while (at && !('name' in at && at.name === name)) at = at.parent;
  return at as Element | undefined;
}

/** Without the star of a required field. */
function wordsOf(element: Element): string {
  const spoken = element.children.filter(
    (child) => !('attribs' in child) || getAttributeValue(child as Element, 'aria-hidden') !== 'true',
  );
  return textContent(spoken).replace(/\s+/g, ' ').trim();
}
