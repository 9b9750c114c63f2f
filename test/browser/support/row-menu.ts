import type { Page } from 'playwright-core';

/** On a phone the buttons of a row stand in its menu. */
export const openRowMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `Ações de ${name}`, exact: true }).click();
