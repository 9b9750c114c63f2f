import { expect } from 'bun:test';
import { platformScope } from '@/core/platform-scope.ts';
import { offerSetUp } from '@/modules/auth/set-up/set-up.service.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { inspect, inspectPage } from './support/accessibility.ts';
import { findings } from './support/axe.ts';
import { browserTests } from './support.ts';

browserTests('axe finds nothing serious before anybody signs in', {}, (check) => {
  check('signed out', async (fixture) => {
    const { page, expectProblems } = await fixture.visit();
    expectProblems(/status of 40/);
    const refused = async () => {
      await page.goto('/login');
      await page.getByLabel('E-mail').fill('ana@aurora.test');
      await page.locator('[name=password]').fill('errada demais');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    };
    const shown = { key: 'trustPage', value: 'enabled' };
    await setPlatformValue(platformScope(fixture.dependencies.kernel), shown);
    const found = [
      ...(await inspectPage(page, '/login')),
      ...(await inspect(page, 'login refused', refused)),
      ...(await inspectPage(page, '/setup/used')),
      ...(await inspectPage(page, '/trust')),
    ];
    expect(found).toEqual([]);
    await page.evaluate(() => document.body.append(document.createElement('button')));
    expect(await findings(page, 'a button without a name')).toEqual([expect.stringContaining('button-name')]);
  });
});

browserTests('axe finds nothing serious before the desk is set up', { people: false }, (check) => {
  check('set-up', async ({ visit: arrive, dependencies }) => {
    const { page } = await arrive();
    const path = `/setup/${await offerSetUp(dependencies.kernel)}`;
    expect(await inspectPage(page, path)).toEqual([]);
  });
});
