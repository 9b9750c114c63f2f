import { toString as render } from 'qrcode';

/** A data URL, for clients that cannot render codes themselves. */
export async function qrPicture(text: string): Promise<string> {
  if (!text) return '';
  const svg = await render(text, { type: 'svg', errorCorrectionLevel: 'L' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
