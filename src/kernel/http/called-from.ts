import { deviceOf } from '../device-name.ts';
import type { CalledFrom } from '../scope.ts';
import type { Ctx } from './env.ts';

/** Of most requests nobody asks what device they come from. */
export function calledFrom(c: Ctx): CalledFrom {
  return { address: c.get('address'), device: () => deviceOf(c.req.header('User-Agent')) };
}
