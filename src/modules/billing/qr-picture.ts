import { toString as draw } from 'qrcode';

/** As a data address, for clients that draw no code themselves. */
export async function qrPicture(text: string): Promise<string> {
  if (!text) return '';
  const svg = await draw(text, { type: 'svg', errorCorrectionLevel: 'L' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
