import type { BunPlugin } from 'bun';

const BOOT = 'islands/boot.tsx';
const BASE = [
  'islands/http/api.ts',
  'islands/live/by-frame.ts',
  'islands/workspace/navigation.ts',
  'islands/workspace/touched.ts',
  'islands/workspace/use-now.ts',
  'islands/http/error-text.ts',
  'islands/keys/use-island-dialog.ts',
  'islands/page/use-loaded.ts',
  'src/modules/internal-chat/chat-paths.schema.ts',
  'src/schemas/bytes.schema.ts',
  'src/ticket-path.ts',
  'src/schemas/phone-number.schema.ts',
  'views/i18n.tsx',
  'views/parts/messages/dates.ts',
  'views/parts/messages/formatted-text.tsx',
  'views/parts/messages/message-kind.ts',
  'views/parts/messages/not-sent.tsx',
  'views/parts/tickets/age-label.tsx',
  'views/ui/avatar.tsx',
  'views/ui/button.tsx',
  'views/ui/contrast.ts',
  'views/ui/state-markup.tsx',
  'views/ui/fields/search-field.tsx',
  'views/ui/icons/icon.tsx',
  'views/ui/skeleton.tsx',
  'views/ui/spinner.tsx',
];
const APP = 'islands/workspace/workspace-islands.ts';
const BELL = 'islands/notification-bell/notification-bell.tsx';
const BESIDE_THE_BELL = [
  'islands/command-bar/panels.ts',
  'islands/notification-bell/notification-items.tsx',
  'islands/notification-bell/settings-dialog.tsx',
];
const ON_ANY_PAGE = [
  APP,
  'islands/command-bar/command-bar.tsx',
  'islands/signed-in.ts',
  BELL,
  'islands/http/upload.ts',
];
const FIELDS = 'islands/forms/fields.ts';
const ON_WORKSPACE = [
  'islands/composer/emoji/emoji-picker.ts',
  'islands/composer/voice/voice-recorder.tsx',
  'islands/conversation/actions/touch.ts',
  'islands/conversation/viewer.tsx',
  'islands/workspace/extras.ts',
  'islands/workspace/surroundings.ts',
  'islands/phone/rows.ts',
  'islands/ticket-list/extras.ts',
];

function presentFor(file: string): string[] {
  if (file === BOOT) return BASE;
  if (file === 'islands/office/queue-islands.ts') return [BOOT, FIELDS];
  if (BESIDE_THE_BELL.includes(file)) return [BOOT, BELL];
  if (ON_ANY_PAGE.includes(file) || file.startsWith('islands/office/')) return [BOOT];
  return ON_WORKSPACE.includes(file) ? [APP] : [];
}

export function sharedChunks(root: string): BunPlugin {
  return {
    name: 'shared-chunks',
    setup(builder) {
      builder.onLoad({ filter: /\/islands\/.*\.tsx?$/ }, async ({ path }) => {
        const present = presentFor(path.slice(root.length));
        const names = present.map((file) => `import '${root}${file}';`).join('');
        const loader = path.endsWith('x') ? 'tsx' : 'ts';
        return { contents: names + (await Bun.file(path).text()), loader };
      });
    },
  };
}
