export type ContactCard = {
  name: string;
  organization: string;
  phones: { number: string; digits: string }[];
  emails: string[];
};

const MAX_TEXT = 65_536;
const MAX_CARDS = 50;

/** vCards (RFC 6350, and WhatsApp's `waid`), or lines `name: number`. Everything is plain text. */
export function parseContactCards(body: string): ContactCard[] {
  const text = body.slice(0, MAX_TEXT);
  if (!/BEGIN:VCARD/i.test(text)) return parseLines(text);
  return text
    .split(/BEGIN:VCARD/i)
    .slice(1, MAX_CARDS + 1)
    .map(parseCard)
    .filter((card) => card.name !== '' || card.phones.length > 0);
}

function parseCard(text: string): ContactCard {
  const card: ContactCard = { name: '', organization: '', phones: [], emails: [] };
  // A line that begins with a space continues the previous one.
  for (const line of text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    const [label = '', ...parameters] = line.slice(0, colon).split(';');
    const value = unescaped(line.slice(colon + 1)).trim();
    if (value === '') continue;
    switch (label.replace(/^[^.]*\./, '').toUpperCase()) {
      case 'FN':
        card.name = value;
        break;
      case 'N':
        card.name ||= value.split(';').slice(0, 2).reverse().join(' ').trim();
        break;
      case 'ORG':
        card.organization = value.split(';').filter(Boolean).join(', ');
        break;
      case 'EMAIL':
        card.emails.push(value);
        break;
      case 'TEL': {
        const waid = parameters.find((parameter) => /^waid=/i.test(parameter))?.slice(5);
        card.phones.push({ number: value, digits: (waid ?? value).replace(/\D/g, '') });
        break;
      }
    }
  }
  return card;
}

function unescaped(value: string): string {
  return value.replace(/\\([\\,;nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter));
}

function parseLines(text: string): ContactCard[] {
  return text
    .split('\n')
    .slice(0, MAX_CARDS)
    .map((line) => {
      const colon = line.lastIndexOf(':');
      const number = line
        .slice(colon + 1)
        .replace(/[^\d+()\-\s]/g, '')
        .trim();
      const digits = number.replace(/\D/g, '');
      return {
        name: (colon < 0 ? line : line.slice(0, colon)).trim(),
        organization: '',
        phones: digits && colon >= 0 ? [{ number, digits }] : [],
        emails: [],
      };
    })
    .filter((card) => card.name !== '');
}
