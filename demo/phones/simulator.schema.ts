import { z } from 'zod';
import { yesOrNo } from '@/schemas/form.schema.ts';

export type LineView = {
  companyId: number;
  companyName: string;
  connectionId: number;
  name: string;
  status: string;
  hasQr: boolean;
  hasCode: boolean;
  number: string;
  devices: number;
};

const CHAT_KINDS = [
  'text',
  'photo',
  'video',
  'voice',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'unknown',
] as const;

export const ChatItem = z.object({
  id: z.string(),
  kind: z.enum(CHAT_KINDS),
  isOwn: z.boolean(),
  text: z.string(),
  at: z.string(),
  title: z.string(),
  quoted: z.object({ isOwn: z.boolean(), text: z.string(), kind: z.enum(CHAT_KINDS) }).nullable(),
  reactions: z.array(z.string()),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  /** From before a restart: the text is retained, the file and its key are not. */
  isOld: z.boolean(),
  /** 2 sent, 3 delivered, 4 read, 5 played; null for the server's messages. */
  ack: z.number().nullable(),
});
export type ChatItem = z.infer<typeof ChatItem>;

export type CustomerView = {
  number: string;
  name: string;
  line: LineView;
  items: ChatItem[];
  unread: number;
  isOn: boolean;
  reads: boolean;
  isLively: boolean;
  presence: 'composing' | 'recording' | null;
  call: 'ringing' | 'rejected' | null;
};

export const FAULTS = ['refuse', 'mute', 'delayAcks', 'failMedia'] as const;
export type Fault = (typeof FAULTS)[number];

export type SimulatorView = { lines: LineView[]; faults: Fault[]; customers: CustomerView[] };

export const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
export const ATTACHMENTS = ['photo', 'voice', 'document', 'location', 'contact'] as const;
export type Attachment = (typeof ATTACHMENTS)[number];

const digits = z
  .string('validation:required')
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().regex(/^[1-9]\d{7,14}$/, 'common:validation.phone'));

const words = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .max(4096, 'validation:tooLong');

export const MessageInput = z.object({
  text: words,
  about: z.string().max(64).optional(),
  edit: z.string().max(64).optional(),
});
export const ReactionInput = z.object({ emoji: z.string().max(16) });
export const ComposerQuery = z.object({
  about: z.string().max(64).optional(),
  edit: z.string().max(64).optional(),
});
export const CustomerInput = z.object({
  name: words.pipe(z.string().max(50, 'validation:tooLong')),
  number: digits,
  line: z.string().regex(/^\d+:\d+$/, 'validation:invalid'),
});
export const CustomerPatch = z.object({
  isOn: yesOrNo,
  reads: yesOrNo,
  isLively: yesOrNo,
});
export const ScanInput = z.object({ qr: words });
export const CodeInput = z.object({ code: words.pipe(z.string().max(12, 'validation:tooLong')) });
export const OwnMessageInput = z.object({ to: digits, text: words });
export const FaultInput = z.object({ fault: z.enum(FAULTS), on: yesOrNo.pipe(z.boolean()) });
export const SeenQuery = z.object({ seen: z.string().max(4000).default('') });

export const SIMULATOR = '/simulator';

export const simulatorPaths = {
  page: () => SIMULATOR,
  changes: (seen: string) => `${SIMULATOR}/changes?${new URLSearchParams({ seen })}`,
  newCustomer: () => `${SIMULATOR}/customers/new`,
  customers: () => `${SIMULATOR}/customers`,
  customer: (number: string) => `${SIMULATOR}/customers/${number}`,
  picture: (number: string) => `${SIMULATOR}/customers/${number}/picture`,
  messages: (number: string) => `${SIMULATOR}/customers/${number}/messages`,
  message: (number: string, id: string) => `${SIMULATOR}/customers/${number}/messages/${id}`,
  media: (number: string, id: string) => `${SIMULATOR}/customers/${number}/messages/${id}/media`,
  reactions: (number: string, id: string) => `${SIMULATOR}/customers/${number}/messages/${id}/reactions`,
  attachments: (number: string, kind: Attachment) => `${SIMULATOR}/customers/${number}/attachments/${kind}`,
  composer: (number: string, query: { about?: string; edit?: string } = {}) =>
    `${SIMULATOR}/customers/${number}/composer?${new URLSearchParams(query)}`,
  typing: (number: string) => `${SIMULATOR}/customers/${number}/typing`,
  read: (number: string) => `${SIMULATOR}/customers/${number}/read`,
  call: (number: string) => `${SIMULATOR}/customers/${number}/call`,
  scan: (line: LineKey) => `${lineAt(line)}/scan`,
  qr: (line: LineKey) => `${lineAt(line)}/qr`,
  code: (line: LineKey) => `${lineAt(line)}/code`,
  devices: (line: LineKey) => `${lineAt(line)}/devices`,
  ownMessages: (line: LineKey) => `${lineAt(line)}/messages`,
  faults: () => `${SIMULATOR}/network/faults`,
  cut: () => `${SIMULATOR}/network/cut`,
} as const;

type LineKey = Pick<LineView, 'companyId' | 'connectionId'>;
const lineAt = ({ companyId, connectionId }: LineKey) => `${SIMULATOR}/lines/${companyId}/${connectionId}`;
