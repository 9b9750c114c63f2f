import { decodeHTML } from 'entities';

type Element = {
  name: string;
  attributes: Map<string, string>;
  children: (Element | string)[];
  parent?: Element;
};

export type ShownField = { label: string; values: string[]; text: string; isSwitch: boolean };
export type ShownForm = Map<string, ShownField>;

const SILENT = new Set(['submit', 'button', 'reset', 'image', 'file', 'password']);
const COLOR = /^#[0-9a-f]{6}$/i;

export function addToForms(html: string, addition: (action: string) => string): string {
  const element = (form: HTMLRewriterTypes.Element) =>
    void form.append(addition(form.getAttribute('hx-put') ?? ''), { html: true });
  return new HTMLRewriter().on('form[hx-put]', { element }).transform(html);
}

export function addNotice(html: string, notice: string): string {
  const selector = html.includes('class="dialog-body"') ? '.dialog-body' : 'form[hx-put]';
  const element = (one: HTMLRewriterTypes.Element) => void one.prepend(notice, { html: true });
  return new HTMLRewriter().on(selector, { element }).transform(html);
}

export function readForm(html: string, action: string): ShownForm {
  const fields: ShownForm = new Map();
  const form = formsIn(html).find(({ attributes }) => attributes.get('hx-put') === action);
  const inside = form ? within(form) : [];
  for (const control of inside) {
    const name = control.attributes.get('name');
    const sent = name && !control.attributes.has('disabled') ? sentBy(control) : undefined;
    if (!name || !sent) continue;
    const field = fields.get(name) ?? { label: '', values: [], text: '', isSwitch: false };
    field.label ||= labelOf(control, inside);
    field.isSwitch ||= control.attributes.get('role') === 'switch';
    field.values.push(...sent.values);
    field.text = [field.text, sent.text].filter(Boolean).join(', ');
    fields.set(name, field);
  }
  return fields;
}

/** Uses Bun's HTMLRewriter, so that no parser has to be loaded. */
function formsIn(html: string): Element[] {
  const top: Element = { name: '', attributes: new Map(), children: [] };
  let at = top;
  const reader = new HTMLRewriter().on('form[hx-put], form[hx-put] *', {
    element(found) {
      const attributes = [...found.attributes].map(([name, value]) => [name, decodeHTML(value)] as const);
      const element = { name: found.tagName, attributes: new Map(attributes), children: [], parent: at };
      at.children.push(element);
      if (EMPTY.has(found.tagName)) return;
      at = element;
      found.onEndTag(() => {
        at = element.parent;
      });
    },
    text({ text }) {
      at.children.push(decodeHTML(text));
    },
  });
  reader.transform(html);
  return top.children.filter((child) => typeof child !== 'string');
}

const EMPTY = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const within = (element: Element): Element[] =>
  element.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...within(child)]));

const textOf = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

type Sent = Pick<ShownField, 'values' | 'text'>;

function sentBy(control: Element): Sent | undefined {
  const { name, attributes } = control;
  if (name === 'textarea') return asWritten(textOf(control).replace(/^\n/, ''));
  if (name === 'select') return chosenIn(control);
  const type = attributes.get('type') ?? 'text';
  const value = attributes.get('value') ?? '';
  if (name !== 'input' || SILENT.has(type)) return undefined;
  if (type === 'hidden') return { values: [value], text: '' };
  if (type !== 'checkbox' && type !== 'radio') return asWritten(value);
  return attributes.has('checked')
    ? { values: [value], text: choiceText(control) }
    : { values: [], text: '' };
}

const asWritten = (value: string): Sent => ({ values: [value], text: COLOR.test(value) ? '' : value });

function chosenIn(select: Element): Sent {
  const options = within(select).filter(({ name }) => name === 'option');
  const marked = options.filter(({ attributes }) => attributes.has('selected'));
  const chosen = marked.length > 0 || select.attributes.has('multiple') ? marked : options.slice(0, 1);
  return {
    values: chosen.map((one) => one.attributes.get('value') ?? textOf(one)),
    text: chosen.map(elementText).join(', '),
  };
}

function choiceText(control: Element): string {
  const label = around(control, 'label');
  return label ? elementText(label) : '';
}

function labelOf(control: Element, inside: Element[]): string {
  const id = control.attributes.get('id');
  const own = id && inside.find(({ name, attributes }) => name === 'label' && attributes.get('for') === id);
  if (own) return elementText(own);
  const group = around(control, 'fieldset');
  const legend = inside.find(({ name, parent }) => name === 'legend' && parent === group);
  return group && legend ? elementText(legend) : '';
}

function around({ parent }: Element, name: string): Element | undefined {
  return parent === undefined || parent.name === name ? parent : around(parent, name);
}

function elementText({ children }: Element): string {
  const textNodes = children.filter(
    (child) => typeof child === 'string' || child.attributes.get('aria-hidden') !== 'true',
  );
  return textNodes
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
