import { expect } from 'bun:test';
import { findings } from './support/axe.ts';
import { customer } from './support/customers.ts';
import { deskOf, menuOf } from './support/desk.ts';
import { pdf, picture, tone } from './support/files.ts';
import { browserTests } from './support.ts';

const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900, hasAllPages: true },
  { colorScheme: 'dark', width: 1440, height: 900, hasAllPages: false },
  { colorScheme: 'light', width: 360, height: 740, hasAllPages: false },
  { colorScheme: 'dark', width: 360, height: 740, hasAllPages: true },
] as const;
const SEEN = ['/tickets', '/connections', '/tags'];

browserTests('axe finds nothing serious', { line: true }, (check) => {
  for (const { colorScheme, width, height, hasAllPages } of LOOKS) {
    check(`${colorScheme} at ${width} px`, async (stage) => {
      const { owner } = stage;
      const { phone, uuid } = await customer(stage, { name: `Maria ${colorScheme} ${width}`, of: 'ana' });
      await phone.send(owner, { image: (await picture('a.jpg', '#2a6fdb')).buffer, caption: 'Foto *nossa*' });
      await phone.send(owner, { audio: tone(1), mimetype: 'audio/wav', ptt: true });
      const { buffer, mimeType } = pdf('a.pdf');
      await phone.send(owner, { document: buffer, mimetype: mimeType, fileName: 'a.pdf' });
      await phone.send(owner, {
        location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Casa' },
      });
      await customer(stage, { name: `Espera ${colorScheme} ${width}` });
      const looks = { colorScheme, viewport: { width, height } };
      const found: string[] = [];
      const stranger = await stage.visit(looks);
      await stranger.page.goto('/login');
      stranger.expectProblems(/status of 401/);
      await stranger.page.getByLabel('E-mail').fill('ana@aurora.test');
      await stranger.page.locator('[name=password]').fill('errada demais');
      await stranger.page.keyboard.press('Enter');
      await stranger.page.getByRole('alert').waitFor();
      found.push(...(await findings(stranger.page, 'login refused')));

      const { page } = await stage.signIn('ana', looks);
      const desk = deskOf(page);
      await page.goto('/tickets?status=pending');
      await desk.row(`Espera ${colorScheme} ${width}`).waitFor();
      found.push(...(await findings(page, 'waiting tickets')));
      await page.goto(`/tickets/${uuid}`);
      await desk.bubble('Casa').waitFor();
      await desk.write('Certo, *anotado*');
      await desk.ticks(desk.bubble('anotado'), 3).waitFor();
      await desk.attach(await picture('b.jpg', '#2f855a'));
      await page.locator('[data-attachment]').waitFor();
      found.push(...(await findings(page, 'conversation')));
      for (const [path, button] of [
        ['/connections', 'Adicionar WhatsApp'],
        ['/tags', 'Adicionar tag'],
      ] as const) {
        await page.goto(path);
        found.push(...(await findings(page, path)));
        await page.getByRole('button', { name: button }).click();
        await page.locator('dialog[open]').getByLabel('Nome').waitFor();
        found.push(...(await findings(page, `${path}, its dialog`)));
      }
      const others = hasAllPages ? await menuOf(page) : [];
      for (const path of others.filter((href) => !SEEN.includes(href))) {
        await page.goto(path);
        found.push(...(await findings(page, path)));
      }
      expect(found).toEqual([]);
    });
  }
});
