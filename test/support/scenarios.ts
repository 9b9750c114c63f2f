import { expect, test } from 'bun:test';
import type { LiveMessage } from '@/kernel/live/hub.ts';
import type { TestDesk } from './deps.ts';
import type { PersonName } from './people.ts';

export type Scenario = {
  name: string;
  as?: PersonName;
  method: string;
  path: string | ((desk: TestDesk) => string);
  body?: unknown;
  status: number;
  contains?: unknown;
  /** Must not occur in the reply. */
  lacks?: RegExp;
  heard?: string[];
};

export type Listening = { as: PersonName; channel: string };

export function testCalls(deskOf: () => TestDesk, scenarios: Scenario[], listening?: Listening): void {
  for (const scenario of scenarios)
    test(scenario.name, async () => {
      const desk = deskOf();
      const heard = listening ? await desk.listenAs(listening.as) : [];
      const path = typeof scenario.path === 'string' ? scenario.path : scenario.path(desk);
      const browser = await desk.as(scenario.as);
      const { status, body } = await browser.json(scenario.method, path, scenario.body);
      await desk.settle();
      // Together, so that a wrong status shows its reason.
      expect({ status, body }).toMatchObject({
        status: scenario.status,
        ...(scenario.contains !== undefined && { body: scenario.contains }),
      });
      if (scenario.lacks) expect(JSON.stringify(body)).not.toMatch(scenario.lacks);
      if (scenario.heard) expect(actionsOf(heard, listening?.channel)).toEqual(scenario.heard);
    });
}

function actionsOf(heard: LiveMessage[], channel: string | undefined): string[] {
  if (!channel) throw new Error('nobody listens');
  return heard
    .filter((message) => message.channel === channel)
    .map(({ data }) => (data as { action: string }).action);
}
