import { z } from 'zod';
import { pageOf } from './fields.schema.ts';
import { type Endpoint, endpoint } from './kernel/http/route.ts';

/** Existing clients call these and fail on an error, so until its module exists each answers an empty list. */
export const notYetEndpoints: Endpoint[] = [emptyPage('/prompt', 'prompts')];

function emptyPage(path: `/${string}`, list: string): Endpoint {
  return endpoint(`GET ${path}`, {
    access: 'person',
    summary: 'Always empty: its module is not there yet',
    reply: pageOf(list, z.never()),
    run: () => ({ [list]: [], count: 0, hasMore: false }) as never,
  });
}
