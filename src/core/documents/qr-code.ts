import { create } from 'qrcode';

export type QrImage = {
  /** Modules per side, without the quiet zone. */
  size: number;
  path: string;
};

export function renderQrCode(text: string): QrImage | null {
  if (!text) return null;
  const { size, data } = create(text, { errorCorrectionLevel: 'L' }).modules;
  const bars: string[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue;
      const from = x;
      while (x + 1 < size && data[y * size + x + 1]) x++;
      bars.push(`M${from} ${y}h${x - from + 1}v1H${from}z`);
    }
  }
  return { size, path: bars.join('') };
}
