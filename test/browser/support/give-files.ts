import type { Page } from 'playwright-core';

type BrowserFile = { name: string; mimeType: string; buffer: Buffer };

export async function give(page: Page, how: 'paste' | 'drop', files: BrowserFile[]): Promise<void> {
  const plain = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }));
  await page.locator('[data-pane] textarea').evaluate(
    async (field, { how: by, plain: options }) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, data } of options) {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const init = { bubbles: true, cancelable: true };
      if (by === 'paste') {
        field.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }));
        return;
      }
      const target = field.closest('[data-pane]') ?? field;
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: transfer }));
    },
    { how, plain },
  );
}
