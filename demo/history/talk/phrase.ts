import { zonedParts } from '@/core/zoned-time.ts';
import type { Random } from '../random.ts';
import type { Line } from './lines.ts';
import { COLOURS, DISTRICTS, PERIODS, PRODUCTS, WEEKDAYS, WOODS } from './words.ts';

export type Speakers = { customer: string; isWoman: boolean; email: string; agent: string };

/** The facts of one conversation: they stay the same from its first line to its last. */
export type Facts = { values: Record<string, string>; price: number };

const TO = { no: 'pro', na: 'pra', em: 'pra' };

export function factsOf(random: Random, { customer, isWoman, email, agent }: Speakers): Facts {
  const { name, gender, price } = random.pick(PRODUCTS);
  const [preposition, district] = random.pick(DISTRICTS);
  const product = { o: gender, do: `d${gender}`, pelo: `pel${gender}`, O: gender.toUpperCase() };
  const days = random.between(5, 9);
  const values: Record<string, string> = {
    nome: customer.split(' ')[0] ?? customer,
    agente: agent,
    a: isWoman ? 'a' : 'o',
    email,
    preco: `R$ ${price.toLocaleString('pt-BR')},00`,
    bairro: district,
    'no bairro': `${preposition} ${district}`,
    'pra bairro': `${TO[preposition]} ${district}`,
    cor: random.pick(COLOURS),
    madeira: random.pick(WOODS),
    pedido: String(random.between(48_000, 52_999)),
    prazo: `${days} a ${days + random.between(3, 5)}`,
    dia: random.pick(WEEKDAYS),
    periodo: random.pick(PERIODS),
    parcelas: String(random.pick([3, 4, 5, 6, 8, 10])),
  };
  for (const [article, said] of Object.entries(product)) values[`${article} produto`] = `${said} ${name}`;
  return { values, price };
}

/** The text as of that moment: greetings follow the clock. */
export function phrase(text: string, { values }: Facts, at: Date, timeZone: string): string {
  const greeting = greetingAt(at, timeZone);
  const said: Record<string, string> = { ...values, Saudação: greeting, saudação: greeting.toLowerCase() };
  return text.replace(/\{([^{}]{1,20})\}/g, (all, name: string) => said[name] ?? all);
}

function greetingAt(at: Date, timeZone: string): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  const { time } = zonedParts(at, timeZone);
  if (time >= '05:00' && time < '12:00') return 'Bom dia';
  return time >= '12:00' && time < '18:00' ? 'Boa tarde' : 'Boa noite';
}

/** Never the same text twice in a row in the same line. */
export class Variety {
  private readonly last = new Map<string[], string>();

  constructor(private readonly random: Random) {}

  choose({ texts }: Extract<Line, { texts: string[] }>): string {
    const others = texts.filter((text) => texts.length === 1 || text !== this.last.get(texts));
    const text = this.random.pick(others);
    this.last.set(texts, text);
    return text;
  }
}
