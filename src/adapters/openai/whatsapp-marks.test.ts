import { expect, test } from 'bun:test';
import { toWhatsAppMarks } from './whatsapp-marks.ts';
import { withoutThoughts } from './without-thoughts.ts';

const rows: [what: string, markdown: string, marks: string][] = [
  ['bold', '**Oi**, __Ana__', '*Oi*, *Ana*'],
  ['bold and italics', '***tudo*** **e** *calma*', '*_tudo_* *e* _calma_'],
  ['WhatsApp’s own marks', 'Oi, *Ana*, _calma_ e ~caro~', 'Oi, *Ana*, _calma_ e ~caro~'],
  ['struck out', '~~R$ 10~~ R$ 8', '~R$ 10~ R$ 8'],
  ['headings', '# Planos\n### **Básico** ##\nR$ 10', '*Planos*\n*Básico*\nR$ 10'],
  ['lists', '* um\n  + dois\n- três\n1. quatro', '- um\n  - dois\n- três\n1. quatro'],
  ['a bold item', '* **Azul**: R$ 10', '- *Azul*: R$ 10'],
  [
    'links',
    '[Loja](https://a.test/x_y_z "t") e [https://b.test](https://b.test)',
    'Loja (https://a.test/x_y_z) e https://b.test',
  ],
  [
    'links to a mailbox and a telephone',
    '[a_b@c.test](mailto:a_b@c.test), [ligue](tel:+5511988887777)',
    'a_b@c.test, ligue (+5511988887777)',
  ],
  ['a line break of HTML', 'um<br>dois<br/>três', 'um\ndois\ntrês'],
  ['a picture', '![foto](https://a.test/a.png)', 'foto (https://a.test/a.png)'],
  ['an address within marks', '**https://a.test/__b__**', '*https://a.test/__b__*'],
  ['code', '```js\nconst **a** = 1;\n```\nuse `**b**`', '```\nconst **a** = 1;\n```\nuse `**b**`'],
  ['a table', '| Cor | Preço |\n|---|:---:|\n| **Azul** | 10 |', 'Cor | Preço\n*Azul* | 10'],
  ['a rule', '**a**\n---\nb', '*a*\n\nb'],
  ['an escaped mark', '**a** \\*b\\*', '*a* *b*'],
  ['sums and names', '2 * 3 * 4, a__b__c e **', '2 * 3 * 4, a__b__c e **'],
  ['an accent left alone', '**a** ` b', '*a* ` b'],
];
test.each(rows)('%s', (_what, markdown, marks) => expect(toWhatsAppMarks(markdown)).toBe(marks));

test.each([
  ['in front', '<think>\nhm **x**\n</think>\n\nOlá!', 'Olá!'],
  ['without its start', 'hm\n</think>Olá!', 'Olá!'],
  ['cut off', '<think>hm, o cliente', ''],
  ['twice', '<think>a</think>Olá, <Thinking>b</Thinking>Ana', 'Olá, Ana'],
  ['none', 'Olá, 1 < 2', 'Olá, 1 < 2'],
])('removes thoughts %s', (_where, options, words) => expect(withoutThoughts(options)).toBe(words));
