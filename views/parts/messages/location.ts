export type Location = { latitude: number; longitude: number; label: string; thumbnail: string | null };

const PAIR = /(-?\d{1,3}(?:\.\d+)?)\s*(?:,|%2C)\s*(-?\d{1,3}(?:\.\d+)?)/i;
const LIVE = /Latitude:\s*(-?[\d.]+)\s*-\s*Longitude:\s*(-?[\d.]+)/i;
const PICTURE = /^data:image\/(png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * A location message's body: `data:image/png;base64,… | <map link>|LAT, LNG`, the picture optional, or `Latitude: x -
 * Longitude: y` of a live one. Undefined without valid coordinates.
 */
export function parseLocation(body: string): Location | undefined {
  const parts = body
    .slice(0, 300_000)
    .split('|')
    .map((part) => part.trim());
  const picture = parts.find((part) => part.startsWith('data:'))?.replaceAll(' ', '') ?? '';
  const label = parts.filter((part) => !part.startsWith('data:'));
  const plain = label.filter((part) => !/^https?:/i.test(part));
  const match =
    LIVE.exec(body) ??
    plain.map((part) => PAIR.exec(part)).find(Boolean) ??
    label.map((part) => PAIR.exec(part)).find(Boolean);
  const latitude = Number(match?.[1]);
  const longitude = Number(match?.[2]);
  if (!match || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined;
  return {
    latitude,
    longitude,
    label: plain
      .map((part) => part.replace(match[0], '').trim())
      .filter(Boolean)
      .join(' · '),
    thumbnail: PICTURE.test(picture) ? picture : null,
  };
}

/** Built from the numbers alone: an address in the message itself is never followed. */
export function mapHref({ latitude, longitude }: Location): string {
  return `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`;
}
