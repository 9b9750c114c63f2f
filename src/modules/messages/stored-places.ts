const PAIR = /q=(-?\d{1,3}(?:\.\d+)?)%2C(-?\d{1,3}(?:\.\d+)?)/;
const LIVE = /^Latitude:\s*(-?[\d.]+)\s*-\s*Longitude:\s*(-?[\d.]+)/;

/** A stored location's body as it can be sent again; undefined when it names no place. */
export function readPlace(body: string): { latitude: number; longitude: number; name: string } | undefined {
  const match = PAIR.exec(body) ?? LIVE.exec(body);
  if (!match) return undefined;
  const name = LIVE.test(body) ? '' : (body.split('|').at(-1)?.trim() ?? '');
  return { latitude: Number(match[1]), longitude: Number(match[2]), name };
}

/** The cards of a stored contact message, each with the name it shows. */
export function readCards(body: string): { name: string; vcard: string }[] {
  const cards = body.match(/BEGIN:VCARD[\s\S]*?END:VCARD/gi) ?? [];
  return cards.map((vcard) => ({
    vcard,
    name: /^(?:\w+\.)?FN[^:\n]*:(.*)$/im.exec(vcard)?.[1]?.trim() ?? '',
  }));
}
