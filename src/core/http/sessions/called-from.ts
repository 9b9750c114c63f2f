import type { CalledFrom } from '../../scope.ts';
import { deviceOf } from '../../security/device-name.ts';
import type { Ctx } from '../env.ts';

export function calledFrom(c: Ctx): CalledFrom {
  return { address: c.get('address'), device: () => deviceOf(c.req.header('User-Agent')) };
}
