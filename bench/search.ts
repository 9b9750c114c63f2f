import { type Line, limit, main, percentile, timesOf } from './support/report.ts';
import { LONG_TICKET, type SeededApp, SMALL, seededApp, TIMES_TEN } from './support/seeded.ts';
import { contactName, EVERYWHERE, RARE } from './support/texts.ts';

const APP: Record<string, string[]> = {
  'a rare word': [RARE],
  'a frequent word': ['pedido', 'favor', 'entrega', 'boleto'],
  'a word of every message': [EVERYWHERE],
  'two words': ['pedido entrega', 'cartão prazo', 'obrigado bom'],
  'without its accents': ['reuniao', 'endereco', 'promocao'],
  'the beginning of a word': ['ped', 'reun', 'obri'],
  'a name': [contactName(1_234), contactName(77)],
  'a first name': ['João', 'conceicao'],
  'a number': ['5511910001234', '910000077'],
  'two letters': ['jo', 'pe'],
  'one letter': ['a', 'z'],
  'what nobody said': ['xyzzyx'],
};
const CONVERSATION: Record<string, string[]> = {
  'a rare word': [RARE],
  'a frequent word': ['pedido', 'favor', 'entrega'],
  'a word of every message': [EVERYWHERE],
  'the beginning of a word': ['ped', 'reun'],
  'two letters': ['pe', 'no'],
};

/** 95th percentile in milliseconds of each kind. */
async function measure({ ask }: SeededApp): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const time = async (what: string, texts: string[], pathOf: (text: string) => string) => {
    let turn = 0;
    const times = await timesOf(async () => {
      const reply = await ask(pathOf(encodeURIComponent(texts[turn++ % texts.length] ?? '')));
      if (!reply.ok) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
      await reply.text();
    });
    found.set(what, percentile(times, 0.95));
  };
  for (const [kind, texts] of Object.entries(APP))
    await time(`search: ${kind}`, texts, (text) => `/tickets?searchParam=${text}`);
  for (const [kind, texts] of Object.entries(CONVERSATION))
    await time(
      `search in a conversation of 20,000: ${kind}`,
      texts,
      (text) => `/messages/${LONG_TICKET}/search?q=${text}`,
    );
  for (const [kind, texts] of Object.entries(CONVERSATION))
    await time(`search in a conversation of 20: ${kind}`, texts, (text) => `/messages/10/search?q=${text}`);
  return found;
}

export async function runSearch(): Promise<Line[]> {
  const small = await seededApp(SMALL);
  const before = await measure(small);
  await small.end();
  const big = await seededApp(TIMES_TEN);
  const after = await measure(big);
  await big.end();
  const lines = [...after].map(([what, p95]) => ({
    ...limit(`${what}, p95 of 1,000,000`, p95, 'ms', 100),
    ceiling: `${before.get(what)?.toFixed(1)} ms of 100,000`,
  }));
  return [...lines, limit('search, the worst of these', Math.max(...after.values()), 'ms', 100)];
}

if (import.meta.main) await main(runSearch);
