import pLimit from 'p-limit';

const MAX_POINTS = 8_000_000;
/** A baseline JPEG is decoded in strips, so it may be as large as phone cameras make it. */
const MAX_IN_STRIPS = 64_000_000;
const MAX_SECONDS = 10;

const READ = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`);

type Sharp = typeof import('sharp')['default'];

let loaded: Promise<Sharp> | undefined;

/** Loaded with the first picture: 8 MB. Files are untrusted; an SVG or a PDF is a program. */
function load(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: READ });
    return sharp;
  });
  return loaded;
}

const oneAtATime = pLimit(1);

export type SmallPicture = {
  bytes: Uint8Array;
  width: number;
  height: number;
};

export type PictureRequest = {
  width: number;
  height?: number;
  fit: 'inside' | 'cover';
  quality: number;
  isPhoto?: boolean;
};

/** JPEG, PNG, WebP, GIF or AVIF, by content. Rejects others, and larger ones before decoding; one at a time. */
export function renderSmall(source: string | Uint8Array, request: PictureRequest): Promise<SmallPicture> {
  return oneAtATime(() => render(source, request));
}

async function render(
  source: string | Uint8Array,
  { width, height, fit, quality, isPhoto = false }: PictureRequest,
): Promise<SmallPicture> {
  const sharp = await load();
  const picture = sharp(source, { limitInputPixels: MAX_IN_STRIPS, sequentialRead: true });
  const head = await picture.metadata();
  const inStrips = isPhoto && head.format === 'jpeg' && !head.isProgressive;
  if (head.width * head.height > (inStrips ? MAX_IN_STRIPS : MAX_POINTS))
    throw new Error(`a picture of ${head.width} × ${head.height} is too large`);
  const bytes = await picture
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer();
  return { bytes, ...head.autoOrient };
}
