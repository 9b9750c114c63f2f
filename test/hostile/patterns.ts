export type CheckResult = { tried: readonly string[]; short?: never } | { short: string; tried?: never };

/** Every pattern that `mayBeSlow`, with the proof that it is not. */
export const PATTERNS: [path: string, literal: string, proof: CheckResult][] = [
  [
    'islands/notification-bell/push-subscription.ts',
    '/=+$/',
    { short: 'a key of 65 bytes, made by the browser' },
  ],
  ['islands/translate.ts', '/\\{\\{\\s*(\\w+)\\s*\\}\\}/g', { tried: ['{{', '{{a'] }],
  ['src/app.ts', '/(?<!\\/)\\/+$/', { tried: [] }],
  ['src/core/environment.ts', '/\\/+$/', { short: 'an address from our own environment' }],
  ['src/core/security/network-address.ts', '/%.*$/', { tried: ['::1%'] }],
  ['src/core/db/annotations.ts', '/\\{(\\w+)\\}/g', { short: 'a template of our own' }],
  [
    'src/core/db/driver/table-versions.ts',
    '/^\\s*(?:insert(?:\\s+or\\s+\\w+)?\\s+into|replace\\s+into|update(?:\\s+or\\s+\\w+)?|delete\\s+from)\\s+["`]?(\\w+)/i',
    { short: 'our own statements' },
  ],
  ['src/core/http/caller.ts', '/^(\\[[\\da-f:.]+\\]|[\\w.-]+)(:\\d{1,5})?$/i', { tried: ['[', 'a:'] }],
  ['src/core/http/sessions/flash.ts', '/^[\\w.]+:[\\w.]+$/', { tried: ['a:'] }],
  [
    'src/core/http/responses/send-file.ts',
    '/^[\\w/.+-]+(; ?[\\w-]+="?[\\w.+, -]+"?)*$/',
    { tried: ['audio/ogg; a=', 'audio/ogg; a="'] },
  ],
  ['src/core/http/responses/send-file.ts', '/^bytes=(\\d*)-(\\d*)$/', { tried: ['bytes=', 'bytes=1-'] }],
  [
    'src/adapters/openai/whatsapp-marks.ts',
    '/https?:[^\\s()*]+|\\\\[*_~`#[\\]()>!-]/g',
    { tried: ['https:', '\\\\'] },
  ],
  [
    'src/modules/contacts/identities/contact-name.logic.ts',
    '/^\\d{6,}(-\\d+)?$/',
    { tried: ['123456', '123456-'] },
  ],
  [
    'src/modules/contacts/import/imports.service.ts',
    '/^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$/',
    { short: 'cells of two hundred letters' },
  ],
  [
    'src/modules/contacts/import/sheet-cells.logic.ts',
    '/^(\\[Content_Types\\]\\.xml|_rels\\/\\.rels|docProps\\/\\w+\\.xml|xl\\/[\\w/.-]+\\.(xml|rels))$/',
    { tried: ['docProps/', 'xl/'] },
  ],
  ['src/modules/contacts/import/sheet-columns.logic.ts', '/(?<![.:*])[.:*]+$/', { tried: [] }],
  [
    'src/modules/messages/links/link-in-text.logic.ts',
    '/(?<![.,;:!?*_~)\\]}])[.,;:!?*_~)\\]}]+$/',
    { tried: ['http://a.b'] },
  ],
  [
    'src/modules/messages/links/page-head.logic.ts',
    '/<meta[^>]+charset\\s*=\\s*["\']?([\\w:-]+)/i',
    { short: 'the first two thousand letters of a page' },
  ],
  [
    'src/modules/messages/write/stored-locations.logic.ts',
    '/q=(-?\\d{1,3}(?:\\.\\d+)?)%2C(-?\\d{1,3}(?:\\.\\d+)?)/',
    { tried: ['q=', 'q=1.', 'q=1.1%2C1.'] },
  ],
  [
    'src/modules/messages/write/stored-locations.logic.ts',
    '/^Latitude:\\s*(-?[\\d.]+)\\s*-\\s*Longitude:\\s*(-?[\\d.]+)/',
    { tried: ['Latitude:', 'Latitude: 1', 'Latitude: 1 - '] },
  ],
  ['src/modules/notifications/notification-inputs.schema.ts', '/(^|\\.)\\d+$/', { tried: ['a.'] }],
  ['demo/phones/serve-medium.ts', '/^bytes=(\\d+)-(\\d*)$/', { tried: ['bytes=', 'bytes=1-'] }],
  ['demo/phones/simulator.schema.ts', '/^\\d+:\\d+$/', { tried: ['1:'] }],
  ['src/web/openapi.ts', '/"#\\/components\\/schemas\\/(\\w+)"/g', { short: 'our own document' }],
  ['src/web/openapi.ts', '/:\\w*[iI]d\\b/', { short: 'our own routes' }],
  [
    'demo/whatsapp/transport/websocket-listener.ts',
    '/^sec-websocket-key:\\s*(\\S+)/im',
    { short: 'the head of our own call to the simulator' },
  ],
  ['src/whatsapp/baileys/auth/ratchets.ts', '/^(.*)\\.(\\d+)$/', { tried: ['a.', 'a.1'] }],
  [
    'views/parts/messages/message-shape.ts',
    '/^(?:(?:\\p{RI}\\p{RI}|(?![\\u00a9\\u00ae\\u2122\\u203c\\u2049\\u2139])\\p{ExtPict}(?:\\ufe0f|\\p{EMod})?[\\u{e0020}-\\u{e007f}]*(?:\\u200d\\p{ExtPict}(?:\\ufe0f|\\p{EMod})?)*|[#*\\d]\\ufe0f?\\u20e3) ?){1,3}$/u',
    { short: 'a hundred letters' },
  ],
  [
    'views/parts/messages/location.ts',
    '/(-?\\d{1,3}(?:\\.\\d+)?)\\s*(?:,|%2C)\\s*(-?\\d{1,3}(?:\\.\\d+)?)/i',
    { tried: ['1.', '1', '1,', '1.1 '] },
  ],
  [
    'views/parts/messages/location.ts',
    '/Latitude:\\s*(-?[\\d.]+)\\s*-\\s*Longitude:\\s*(-?[\\d.]+)/i',
    { tried: ['Latitude:', 'Latitude: 1', 'Latitude: 1 - '] },
  ],
];

export function toExpression(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}
