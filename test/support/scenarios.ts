import { expect, test } from 'bun:test';
import type { LiveMessage } from '@/core/realtime/hub.ts';
import type { TestApp } from './deps.ts';
import type { PersonName } from './people.ts';

export type Scenario = {
  name: string;
  as?: PersonName;
  method: string;
  path: string | ((testApp: TestApp) => string);
  body?: unknown;
  status: number;
  contains?: unknown;
  lacks?: RegExp;
  events?: string[];
};

export type Listening = { as: PersonName; channel: string };

export function testCalls(appOf: () => TestApp, scenarios: Scenario[], listening?: Listening): void {
  for (const scenario of scenarios)
    test(scenario.name, async () => {
      const testApp = appOf();
      const published = listening ? await testApp.listenAs(listening.as) : [];
      const path = typeof scenario.path === 'string' ? scenario.path : scenario.path(testApp);
      const browser = await testApp.as(scenario.as);
      const { status, body } = await browser.json(scenario.method, path, scenario.body);
      await testApp.settle();
      // Together, so that a wrong status shows its reason.
      expect({ status, body }).toMatchObject({
        status: scenario.status,
        ...(scenario.contains !== undefined && { body: scenario.contains }),
      });
      if (scenario.lacks) expect(JSON.stringify(body)).not.toMatch(scenario.lacks);
      if (scenario.events) expect(actionsOf(published, listening?.channel)).toEqual(scenario.events);
    });
}

function actionsOf(published: LiveMessage[], channel: string | undefined): string[] {
  if (!channel) throw new Error('nobody listens');
  return published
    .filter((message) => message.channel === channel)
    .map(({ data }) => (data as { action: string }).action);
}
