import { expect } from 'bun:test';
import type { Page } from 'playwright-core';

export async function isOneSheet(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const seen = await page.evaluate(() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.querySelector('main h1') as Element).color,
    controls: [...document.querySelectorAll('a, button')].filter((one) => one.checkVisibility()).length,
  }));
  expect(seen).toEqual({ paper: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', controls: 0 });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // 210 × 297 mm in points.
  expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45]\.\d+ 84[12]\.\d+\s*\]/);
  await page.emulateMedia({ media: 'screen' });
}
