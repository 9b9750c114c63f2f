import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkTo, prefilled, scriptFor } from './embed.logic.ts';
import { sourceIn } from './source.logic.ts';

const LINK = {
  text: 'Olá! Quero saber mais.',
  source: 'site-home',
  label: 'Fale conosco',
  color: '#157347',
  side: 'right' as const,
};
const HOSTILE = `"><script>alert('1')</script>\n& \ud800`;

const textOf = (href: string) => new URL(href).searchParams.get('text');

type Rendered = {
  href: string;
  textContent: string;
  target: string;
  rel: string;
  style: Record<string, string>;
};

const run = new Function(
  'document',
  readFileSync(join(import.meta.dir, '../../../public/widget.js'), 'utf8'),
);

function render(dataset: Record<string, string>): Rendered | undefined {
  const rendered: Rendered[] = [];
  const createElement = (name: string) => ({ name, style: {} });
  run({
    currentScript: { dataset },
    createElement,
    body: { append: (link: Rendered) => rendered.push(link) },
  });
  return rendered[0];
}

describe('linkTo', () => {
  test('links to the number with a text whose source is recognized', () => {
    const href = linkTo('+55 (11) 99999-8888', LINK);
    expect(href).toStartWith('https://wa.me/5511999998888?text=');
    expect(textOf(href)).toBe('Olá! Quero saber mais.\nRef: site-home');
    expect(sourceIn(textOf(href) ?? '')).toBe('site-home');
    expect(prefilled({ text: '  ', source: 'a' })).toBe('Ref: a');
    expect(textOf(linkTo('55', { ...LINK, text: HOSTILE }))).toContain('</script>');
  });
});

describe('scriptFor', () => {
  test('builds a single script element from hostile input', () => {
    const script = scriptFor('https://desk.example', '5511999998888', {
      ...LINK,
      text: HOSTILE,
      label: HOSTILE,
    });
    expect(script.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
    expect(script.match(/"/g)).toHaveLength(2 * 7);
    expect(script).toStartWith('<script src="https://desk.example/widget.js" defer\n');
    expect(script).toEndWith('></script>');
  });

  test('omits the label attribute when there is no label', () => {
    expect(scriptFor('https://desk.example', '55', { ...LINK, label: '' })).not.toContain('data-label');
  });
});

describe('widget button', () => {
  const data = { number: '+55 11 99999-8888', text: LINK.text, source: 'Site-Home', label: 'Fale conosco' };

  test('has the same target as the link', () => {
    const button = render(data);
    expect(button).toMatchObject({
      href: linkTo('5511999998888', LINK),
      textContent: 'Fale conosco',
      ...{ target: '_blank', rel: 'noopener noreferrer' },
      style: { background: '#157347', color: '#fff', right: '20px' },
    });
  });

  const strange: [name: string, options: Record<string, string>, href: string | undefined][] = [
    ['no number draws nothing', { ...data, number: 'x' }, undefined],
    ['too long a number draws nothing', { ...data, number: '1'.repeat(16) }, undefined],
    [
      'a number cannot name another place',
      { ...data, number: '55@evil.example/?', text: '', source: '' },
      'https://wa.me/55',
    ],
    [
      'a source of other letters is none',
      { ...data, text: '', source: 'a b' },
      'https://wa.me/5511999998888',
    ],
    [
      'half a letter stops nothing',
      { ...data, text: 'a\ud800b', source: '' },
      'https://wa.me/5511999998888?text=ab',
    ],
  ];
  for (const [name, options, href] of strange)
    test(name, () => expect(render(options)?.href).toBe(href as string));

  test('ignores markup and styles in its attributes', () => {
    const button = render({
      ...data,
      label: `<img src=x onerror=alert(1)>${'x'.repeat(500)}`,
      color: 'red;background:url(https://evil.example)',
      position: 'top:0;left',
    });
    expect(button?.textContent).toHaveLength(60);
    expect(button?.style).toMatchObject({ background: '#157347', right: '20px' });
    expect(JSON.stringify(button?.style)).not.toContain('evil');
    expect(Object.keys(button ?? {}).sort()).toEqual([
      'href',
      'name',
      'rel',
      'style',
      'target',
      'textContent',
    ]);
  });
});
