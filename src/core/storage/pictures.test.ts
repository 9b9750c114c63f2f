import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type PictureRequest, renderSmall } from './pictures.ts';

const SMALL: PictureRequest = { width: 32, height: 32, fit: 'inside', quality: 50 };
const blank = (width = 64, height = 32) =>
  sharp({ create: { width, height, channels: 3, background: '#1F7A1F' } });

function claiming(file: Buffer, position: Buffer, claimed: Buffer): Buffer {
  const at = file.indexOf(position);
  if (at < 0) throw new Error('no size in this head');
  return Buffer.concat([file.subarray(0, at), claimed, file.subarray(at + position.length)]);
}

const words = (format: 'BE' | 'LE', bits: 16 | 32, ...numbers: number[]) =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(bits / 8);
      if (format === 'BE') bytes.writeUIntBE(number, 0, bits / 8);
      else bytes.writeUIntLE(number, 0, bits / 8);
      return bytes;
    }),
  );

const HUGE = 6_300;

describe('renderSmall', () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    test(`converts ${format} to a small JPEG`, async () => {
      const { bytes, width, height } = await renderSmall(await blank().toFormat(format).toBuffer(), SMALL);
      expect({ width, height }).toEqual({ width: 64, height: 32 });
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 32, height: 16 });
    });
  }

  test('reads a file, applies its orientation and removes its metadata', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-pictures-'));
    const path = join(folder, 'a.jpg');
    await blank()
      .withExif({ IFD0: { Copyright: 'segredo' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(path);
    const { bytes, width, height } = await renderSmall(path, SMALL);
    expect({ width, height }).toEqual({ width: 32, height: 64 });
    expect(Buffer.from(bytes).includes('segredo')).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('renders one image at a time', async () => {
    const file = await blank(1200, 1200).png().toBuffer();
    let most = 0;
    const watch = (running: number) => {
      most = Math.max(most, running, sharp.counters().process);
    };
    sharp.queue.on('change', watch);
    await Promise.all(Array.from({ length: 12 }, () => renderSmall(file, SMALL)));
    sharp.queue.off('change', watch);
    expect(most).toBe(1);
  });
});

describe('renderSmall rejects', () => {
  const large: [string, () => Promise<Buffer>][] = [
    [
      'a progressive JPEG',
      async () =>
        claiming(
          await blank().jpeg({ progressive: true }).toBuffer(),
          words('BE', 16, 32, 64),
          words('BE', 16, HUGE, HUGE),
        ),
    ],
    [
      'a PNG',
      async () => {
        const file = claiming(
          await blank().png().toBuffer(),
          words('BE', 32, 64, 32),
          words('BE', 32, HUGE, HUGE),
        );
        file.writeUInt32BE(Bun.hash.crc32(file.subarray(12, 29)), 29);
        return file;
      },
    ],
    [
      'a WebP',
      async () =>
        claiming(await blank().webp().toBuffer(), words('LE', 16, 64, 32), words('LE', 16, HUGE, HUGE)),
    ],
    [
      'a GIF',
      async () => {
        const screen = claiming(
          await blank().gif().toBuffer(),
          words('LE', 16, 64, 32),
          words('LE', 16, HUGE, HUGE),
        );
        return claiming(screen, words('LE', 16, 0, 0, 64, 32), words('LE', 16, 0, 0, HUGE, HUGE));
      },
    ],
    [
      'an AVIF',
      async () =>
        claiming(await blank().avif().toBuffer(), words('BE', 32, 64, 32), words('BE', 32, HUGE, HUGE)),
    ],
  ];
  const foreign: [string, () => Promise<Buffer>][] = [
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a TIFF', () => blank().tiff().toBuffer()],
    ['no picture at all', async () => Buffer.from('oi')],
    ['nothing', async () => Buffer.alloc(0)],
  ];
  for (const isPhoto of [false, true]) {
    for (const [name, make] of large)
      test(`${name} of 40 megapixels${isPhoto ? ', as a photograph' : ''}`, async () => {
        await expect(renderSmall(await make(), { ...SMALL, isPhoto })).rejects.toThrow(
          '6300 × 6300 is too large',
        );
      });
    for (const [name, make] of foreign)
      test(`${name}${isPhoto ? ', as a photograph' : ''}`, async () => {
        await expect(renderSmall(await make(), { ...SMALL, isPhoto })).rejects.toThrow();
      });
  }

  test('a large plain JPEG unless it is a photograph', async () => {
    const file = await blank(4000, 3000).jpeg().toBuffer();
    await expect(renderSmall(file, SMALL)).rejects.toThrow('too large');
    expect(await renderSmall(file, { ...SMALL, isPhoto: true })).toMatchObject({ width: 4000, height: 3000 });
  });
});
