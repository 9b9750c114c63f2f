import type { PersonName } from '@test/support/people.ts';
import type { World } from '@test/support/world.ts';
import type { TestDesk } from '../support/deps.ts';

/** One good call of an endpoint; without `as` by the administrator. */
export type Example = {
  as?: PersonName | 'stranger';
  path: string;
  body?: unknown;
  /** Sent instead of a body, as multipart form data. */
  form?: FormData;
  headers?: Record<string, string>;
};
export type Make = (world: World, desk: TestDesk) => Example | Promise<Example>;
