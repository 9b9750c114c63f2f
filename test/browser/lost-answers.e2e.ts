import { expect } from 'bun:test';
import { chatMessages } from '@db/tenant/schema/index.ts';
import { createChat } from '@/modules/internal-chat/internal-chat.service.ts';
import { scopeOf } from './support/customers.ts';
import { counts, holds } from './support/workspace.ts';
import { browserTests } from './support.ts';

browserTests('the internal chat on a line that loses answers', { line: true }, (check) => {
  check('a message whose answer was lost is stored once, also after a reload', async (fixture) => {
    const bia = await scopeOf(fixture, 'bia');
    const chat = await createChat(bia, { title: 'Recado', users: [fixture.people.userId.ana] });
    const visitor = await fixture.signIn('ana');
    visitor.expectProblems(/ERR_FAILED|Failed to fetch/);
    const { page } = visitor;
    const field = page.getByRole('textbox', { name: 'Escreva uma mensagem' });
    const [shown, stored] = [
      page.locator('[data-chat-message]').getByText('cheguei'),
      () => bia.db.$count(chatMessages),
    ];
    const before = await stored();
    const open = async () => {
      await page.goto(`/chats/${chat.uuid}`);
      await page.locator('[data-island="internal-chat"][data-alive]').waitFor();
    };
    await open();
    await page.route('**/api/chats/*/messages', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await field.fill('cheguei');
    await field.press('Enter');
    await page.getByText('A mensagem não foi enviada. O texto continua no campo.').waitFor();
    await page.unroute('**/api/chats/*/messages');
    await open();
    await holds(field, 'cheguei');
    await field.press('Enter');
    await holds(field, '');
    await counts(page.locator('[data-outgoing]'), 0);
    await counts(shown, 1);
    expect(await stored()).toBe(before + 1);
    await field.fill('cheguei');
    await field.press('Enter');
    await counts(shown, 2);
    expect(await stored()).toBe(before + 2);
  });
});
