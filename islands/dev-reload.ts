export function startDevReload(): void {
  const { dev } = document.documentElement.dataset;
  if (!dev) return;
  setInterval(async () => {
    const reply = await fetch('/build/manifest.json', { cache: 'no-store' }).catch(() => undefined);
    if (!reply?.ok) return;
    const manifest = (await reply.json()) as { dev?: number };
    if (String(manifest.dev) !== dev) location.reload();
  }, 1000);
}
