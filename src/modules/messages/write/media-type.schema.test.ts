import { expect, test } from 'bun:test';
import { mediaTypeOf } from './media-type.schema.ts';

test.each([
  ['image/png', 'image'],
  ['image/svg+xml', 'application'],
  ['image/gif', 'application'],
  ['video/mp4', 'video'],
  ['video/webm', 'application'],
  ['audio/mpeg', 'audio'],
  ['text/html', 'application'],
  ['', 'application'],
])('%s is sent as %s', (mime, mediaType) => expect(mediaTypeOf(mime)).toBe(mediaType as 'image'));
