import { pageRoute } from '@/core/http/routing/route.ts';
import type { Playground } from '../playground.ts';
import { happened, refused } from './replies.ts';
import { FaultInput, SIMULATOR } from './simulator.schema.ts';

export function networkPages({ weather }: Playground) {
  return [
    pageRoute(`PUT ${SIMULATOR}/network/faults`, {
      access: 'anyone',
      form: FaultInput,
      example: () => ({ body: { fault: 'mute' as const, on: 'true' } }),
      onInvalid: (c) => refused(c, 'validation:invalid'),
      async answer(c, { form: { fault, on } }) {
        await weather.set(fault, on);
        return happened(c);
      },
    }),
    pageRoute(`DELETE ${SIMULATOR}/network/faults`, {
      access: 'anyone',
      async answer(c) {
        await weather.clear();
        return happened(c);
      },
    }),
    pageRoute(`POST ${SIMULATOR}/network/cut`, {
      access: 'anyone',
      answer(c) {
        weather.cut();
        return happened(c, 'simulator:toast.cut');
      },
    }),
  ];
}
