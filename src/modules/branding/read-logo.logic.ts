import { InvalidInput } from '@/core/errors.ts';
import { cleanSvg } from './clean-svg.logic.ts';

export type LogoFile = { bytes: Uint8Array; mime: string; ending: string };

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ICO = [0, 0, 1, 0];

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Detects the format by content, not by name. Throws InvalidInput on `file` for anything but PNG, ICO and SVG. */
export async function readLogo(bytes: Uint8Array): Promise<LogoFile> {
  if (begins(bytes, PNG)) return { bytes, mime: 'image/png', ending: 'png' };
  if (begins(bytes, ICO)) return { bytes, mime: 'image/x-icon', ending: 'ico' };
  const svg = await readSvg(bytes);
  if (svg) return { bytes: new TextEncoder().encode(svg), mime: 'image/svg+xml', ending: 'svg' };
  throw new InvalidInput({ file: 'branding:badFile' });
}

async function readSvg(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('<svg') ? await cleanSvg(text) : undefined;
  } catch {
    return undefined;
  }
}
