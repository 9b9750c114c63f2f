const MOST_CARDS = 50;
const NAME = /^FN[^:\n]*:(.*)$/im;
const PHONE = /^(?:[\w-]+\.)?TEL([^:\n]*):(.*)$/gim;

/** Several vCards as lines `name: 📞number`, one for each number; what is no vCard stays as it is. */
export function cardLines(body: string): string {
  if (!/BEGIN:VCARD/i.test(body)) return body;
  const cards = unfolded(body)
    .split(/BEGIN:VCARD/i)
    .slice(1, MOST_CARDS + 1);
  return cards
    .flatMap((card) => {
      const name = NAME.exec(card)?.[1]?.trim() ?? '';
      const numbers = [...card.matchAll(PHONE)].map(([, parameters = '', value = '']) =>
        digitsOf(parameters, value),
      );
      if (numbers.length === 0) return name === '' ? [] : [`${name}: 📞`];
      return numbers.map((number) => `${name || number}: 📞${number}`);
    })
    .join('\n');
}

/** A vCard in which the first number has its plus: existing clients look for nothing else, and stumble without it. */
export function withPlus(body: string): string {
  const hasPlus = body.split('\n').some((line) => /^(?:[\w-]+\.)?TEL/i.test(line) && line.includes('+'));
  if (hasPlus || !/BEGIN:VCARD/i.test(body)) return body;
  return body.replace(new RegExp(PHONE.source, 'im'), (line, parameters: string, value: string) =>
    line.replace(`:${value}`, `:+${digitsOf(parameters, value)}`),
  );
}

function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, '').replaceAll('\r\n', '\n');
}

/** WhatsApp's own number where the card names it, else what was typed. */
function digitsOf(parameters: string, value: string): string {
  const own = /waid=(\d+)/i.exec(parameters)?.[1];
  return own ?? value.replace(/\D/g, '');
}
