import { cutAt } from '@/core/text.ts';
import { MAX_BODY } from '../message-limits.schema.ts';

const MAX_CARD = 16_384;
const MAX_LABEL = 80;
const END = '\nEND:VCARD';
const HEAVY = ['PHOTO', 'LOGO', 'SOUND', 'KEY'];

export function joinCards(cards: string[]): string {
  let body = '';
  for (const card of cards) {
    const slim = slimCard(card);
    if (body.length + 1 + slim.length > MAX_BODY) break;
    body += body === '' ? slim : `\n${slim}`;
  }
  return body;
}

function slimCard(card: string): string {
  if (card.length <= MAX_CARD) return card;
  const light = withoutHeavy(card);
  if (light.length <= MAX_CARD) return light;
  const cut = cutAt(light, MAX_CARD - END.length);
  const lastLine = cut.lastIndexOf('\n');
  return (lastLine > 0 ? cut.slice(0, lastLine) : cut) + END;
}

/** RFC 6350 §3.2: a line that begins with a blank continues the one before it. */
function withoutHeavy(card: string): string {
  let saved = '';
  let isHeavy = false;
  for (let at = 0; at < card.length && saved.length <= MAX_CARD; ) {
    const end = card.indexOf('\n', at) + 1 || card.length;
    const goesOn = card[at] === ' ' || card[at] === '\t';
    if (!goesOn) isHeavy = HEAVY.includes(nameOf(card.slice(at, at + MAX_LABEL)));
    if (!isHeavy) saved += card.slice(at, end);
    at = end;
  }
  return saved;
}

function nameOf(line: string): string {
  const label = line.split(/[;:]/, 1)[0] ?? '';
  return label.slice(label.indexOf('.') + 1).toUpperCase();
}
