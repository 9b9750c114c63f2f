import { ownIcons } from '@views/branding.tsx';
import type { Kernel } from '@/core/scope.ts';
import { getBranding } from './branding.queries.ts';

const OURS = {
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf8f5',
  theme_color: '#e8590c',
  /** public/sw.js receives it: the server never sees shared content before the user sends it. */
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'application/*', 'text/*'] }],
    },
  },
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

const TYPES: Record<string, string> = { png: 'image/png', svg: 'image/svg+xml', ico: 'image/x-icon' };

export async function appManifest(kernel: Kernel): Promise<object> {
  const branding = await getBranding(kernel);
  const { name, color } = branding;
  const { large, touch, generated } = ownIcons(branding);
  const own = [...new Set(large || touch ? [large, touch] : [generated])]
    .filter((src) => src !== undefined)
    .map((src) => ({ src, sizes: 'any', type: TYPES[src.split('?')[0]?.split('.').at(-1) ?? ''] }));
  return {
    ...OURS,
    name,
    short_name: name,
    theme_color: color ?? OURS.theme_color,
    icons: own.length > 0 ? own : OURS.icons,
  };
}
