import { expect, test } from 'bun:test';
import { createInstance } from 'i18next';
import { createTranslate } from './translate.ts';

const tickets = {
  title: 'Atendimentos',
  hello: 'Olá {{name}}, {{ name }} <b>{{mark}}</b>',
  list: { empty: 'Nada aqui' },
  unread_one: '{{count}} mensagem',
  unread_many: '{{count}} de mensagens',
  unread_other: '{{count}} mensagens',
  file_zero: 'nenhum arquivo',
  file_one: 'um arquivo',
  file_other: '{{count}} arquivos',
  plain: 'sempre {{count}}',
  late: 'venceu em {{date}}',
  late_plain: 'venceu',
};

const cases: [key: string, vars?: Record<string, string | number>][] = [
  ['tickets:title'],
  ['tickets:hello', { name: 'Ana & <Rui>', mark: '$1 {{name}}' }],
  ['tickets:hello', { name: 'Ana' }],
  ['tickets:list.empty'],
  ['tickets:list'],
  ['tickets:list.nothing'],
  ['tickets:absent', { count: 2 }],
  ['tickets:plain', { count: 7 }],
  ['other:title'],
  ['tickets:late', { context: 'plain' }],
  ['tickets:title', { context: 'plain' }],
  ...[0, 1, 1.5, 2, 21, 1_000_000].flatMap((count): [string, { count: number }][] => [
    ['tickets:unread', { count }],
    ['tickets:file', { count }],
  ]),
];

for (const locale of ['pt', 'en', 'es'] as const) {
  const lng = locale === 'pt' ? 'pt-PT' : locale;
  const i18next = createInstance({
    lng,
    resources: { [lng]: { tickets } },
    ns: ['tickets'],
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  i18next.init();
  const server = i18next.getFixedT(lng);
  const t = createTranslate({ tickets }, locale);

  for (const [key, vars] of cases) {
    test(`${locale}: ${key} ${JSON.stringify(vars ?? {})} matches the server translation`, () => {
      expect(t(key, vars)).toBe(String(server(key, vars ?? {})));
    });
  }
}
