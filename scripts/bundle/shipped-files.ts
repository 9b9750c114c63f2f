import { basename, join } from 'node:path';

export type ShippedFile = { from: string; to: string };

/** The final step of the Dockerfile; earlier ones build the browser files. */
export function finalStep(dockerfile: string): string {
  return dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
}

/** The files that the image copies from the sources, so that an archive contains the same. */
export function shippedFiles(dockerfile: string): ShippedFile[] {
  return [...finalStep(dockerfile).matchAll(/^COPY (?!--)(.+) (\S+)$/gm)].flatMap(([, paths = '', to = '']) =>
    paths.split(' ').map((from) => ({ from, to: to.endsWith('/') ? join(to, basename(from)) : to })),
  );
}
