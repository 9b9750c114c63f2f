const PAIR = /q=(-?\d{1,3}(?:\.\d+)?)%2C(-?\d{1,3}(?:\.\d+)?)/;
const LIVE = /^Latitude:\s*(-?[\d.]+)\s*-\s*Longitude:\s*(-?[\d.]+)/;

export function readLocation(
  body: string,
): { latitude: number; longitude: number; name: string } | undefined {
  const match = PAIR.exec(body) ?? LIVE.exec(body);
  if (!match) return undefined;
  const name = LIVE.test(body) ? '' : (body.split('|').at(-1)?.trim() ?? '');
  return { latitude: Number(match[1]), longitude: Number(match[2]), name };
}
