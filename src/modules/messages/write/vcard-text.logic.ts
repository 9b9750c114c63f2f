/** WhatsApp's limit for one message. */
const MAX_CARDS = 257;
const MAX_SHOWN = 50;
const EDGE = /(?:BEGIN|END):VCARD/gi;

type Field = { parameters: string; value: string };

export function readCards(body: string): { name: string; vcard: string }[] {
  return cardsIn(body).map((vcard) => ({ vcard, name: nameOf(vcard) }));
}

export function cardLines(body: string): string {
  if (!/BEGIN:VCARD/i.test(body)) return body;
  return cardsIn(body)
    .slice(0, MAX_SHOWN)
    .flatMap((card) => {
      const name = nameOf(card);
      const numbers = fieldsOf(card, 'TEL').map(digitsOf);
      if (numbers.length === 0) return name === '' ? [] : [`${name}: 📞`];
      return numbers.map((number) => `${name || number}: 📞${number}`);
    })
    .join('\n');
}

/** Existing clients look for the plus of the first number and fail without it. */
export function withPlus(body: string): string {
  if (!/BEGIN:VCARD/i.test(body)) return body;
  const lines = body.split('\n');
  const phones = lines.map((line) => fieldIn(line.replace(/\r$/, ''), 'TEL'));
  const first = phones.findIndex((phone) => phone !== undefined);
  const phone = phones[first];
  const hasPlus = phones.some((one) => one && (one.parameters + one.value).includes('+'));
  if (!phone || hasPlus) return body;
  const line = lines[first] ?? '';
  lines[first] = line.replace(`:${phone.value}`, `:+${digitsOf(phone)}`);
  return lines.join('\n');
}

/** No backtracking: a million BEGINs without END must take linear time. */
function cardsIn(body: string): string[] {
  const cards: string[] = [];
  let begin = -1;
  for (const { 0: edge, index } of body.matchAll(EDGE)) {
    const isEnd = edge.toUpperCase().startsWith('END');
    if (!isEnd && begin < 0) begin = index;
    if (!isEnd || begin < 0) continue;
    cards.push(body.slice(begin, index + edge.length));
    begin = -1;
    if (cards.length === MAX_CARDS) break;
  }
  return cards;
}

function nameOf(card: string): string {
  return fieldsOf(card, 'FN')[0]?.value.trim() ?? '';
}

function fieldsOf(card: string, name: 'FN' | 'TEL'): Field[] {
  // RFC 6350 §3.2
  const lines = card.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  return lines.map((line) => fieldIn(line, name)).filter((field) => field !== undefined);
}

/** RFC 6350: `group.NAME;parameters:value`. */
function fieldIn(line: string, name: 'FN' | 'TEL'): Field | undefined {
  const colon = line.indexOf(':');
  if (colon < 0) return undefined;
  const [label = '', ...parameters] = line.slice(0, colon).split(';');
  const own = label.slice(label.indexOf('.') + 1);
  if (own.toUpperCase() !== name) return undefined;
  return { parameters: parameters.join(';'), value: line.slice(colon + 1) };
}

function digitsOf({ parameters, value }: Field): string {
  const own = /waid=(\d+)/i.exec(parameters)?.[1];
  return own ?? value.replace(/\D/g, '');
}
