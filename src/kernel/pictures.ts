import sharp from 'sharp';
import { createLanes } from './lanes.ts';

/** What a picture may need while it is drawn: this many points, whole in memory. */
const MOST_POINTS = 8_000_000;
/** A plain JPEG is read strip by strip and made smaller meanwhile: as many as a telephone's camera takes. */
const MOST_IN_STRIPS = 64_000_000;
const MOST_SECONDS = 10;

// For the whole process, and for libraries that draw: one thread, nothing kept, and no kind that we do not ask for (an SVG
// or a PDF is a program).
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});

const oneAtATime = createLanes(1);

export type SmallPicture = {
  /** A JPEG. */
  bytes: Uint8Array;
  /** Of the picture it was made of, as it is looked at. */
  width: number;
  height: number;
};

export type PictureWish = {
  width: number;
  height?: number;
  fit: 'inside' | 'cover';
  quality: number;
  /** Whether a large plain JPEG is welcome, too: what people photograph, unlike what a page shows. */
  isPhoto?: boolean;
};

/**
 * A small picture of our own from a file or its bytes (JPEG, PNG, WebP, GIF, AVIF by content); nothing of the original's bytes
 * stays. Its size is read before it is drawn, and one is drawn at a time in the whole process. Rejects for anything
 * else, and for what is larger.
 */
export function drawSmall(source: string | Uint8Array, wish: PictureWish): Promise<SmallPicture> {
  return oneAtATime.run('pictures', () => draw(source, wish));
}

async function draw(
  source: string | Uint8Array,
  { width, height, fit, quality, isPhoto = false }: PictureWish,
): Promise<SmallPicture> {
  const picture = sharp(source, { limitInputPixels: MOST_IN_STRIPS, sequentialRead: true });
  const head = await picture.metadata();
  const inStrips = isPhoto && head.format === 'jpeg' && !head.isProgressive;
  if (head.width * head.height > (inStrips ? MOST_IN_STRIPS : MOST_POINTS))
    throw new Error(`a picture of ${head.width} × ${head.height} is too large`);
  const bytes = await picture
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer();
  return { bytes, ...head.autoOrient };
}
