import { Hono } from 'hono';
import type { Env } from '@/kernel/http/env.ts';
import { form } from '@/kernel/http/validate.ts';
import type { Playground } from './playground.ts';
import { happened, refused } from './replies.ts';
import { FaultInput, simulatorPaths } from './simulator.schema.ts';

export function createNetworkPages({ weather }: Playground): Hono<Env> {
  return new Hono<Env>()
    .put(
      simulatorPaths.faults(),
      form(FaultInput, (c) => refused(c, 'validation:invalid')),
      async (c) => {
        const { fault, on } = c.req.valid('form');
        await weather.set(fault, on);
        return happened(c);
      },
    )
    .delete(simulatorPaths.faults(), async (c) => {
      await weather.clear();
      return happened(c);
    })
    .post(simulatorPaths.cut(), (c) => {
      weather.cut();
      return happened(c, 'simulator:toast.cut');
    });
}
