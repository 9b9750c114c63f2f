import { z } from 'zod';
import { parsedJson } from '../../core/parse-json.ts';
import type { Reply } from '../responders/responder.port.ts';
import type { Tool, ToolCall } from './complete.ts';

export type QueueNamed = { id: number; name: string };

/** Names, never ids: the model cannot reach what it cannot name. */
export function toolsFor(queues: QueueNamed[]): Tool[] {
  return [
    {
      name: 'transfer_to_queue',
      description: 'Passa o atendimento para as pessoas de um setor.',
      parameters: {
        type: 'object',
        properties: { queue: { type: 'string', enum: queues.map(({ name }) => name) } },
        required: ['queue'],
        additionalProperties: false,
      },
    },
    {
      name: 'close_ticket',
      description: 'Encerra o atendimento, quando o cliente não precisa de mais nada.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
    },
    {
      name: 'collect_field',
      description: 'Guarda um dado que o cliente informou, como CPF ou e-mail.',
      parameters: {
        type: 'object',
        properties: { name: { type: 'string' }, value: { type: 'string' } },
        required: ['name', 'value'],
        additionalProperties: false,
      },
    },
  ];
}

const Transfer = z.object({ queue: z.string().max(200) });
const Field = z.object({ name: z.string().trim().min(1).max(100), value: z.string().trim().max(1_000) });

/** Undefined for invented calls. An unknown queue means the prompt's own. */
export function replyOf(
  { function: { name, arguments: args } }: ToolCall,
  queues: QueueNamed[],
): Reply | undefined {
  if (name === 'close_ticket') return { type: 'close' };
  if (name === 'transfer_to_queue') {
    const wanted = Transfer.safeParse(parsedJson(args)).data?.queue.trim().toLowerCase();
    const queue = queues.find((one) => one.name.trim().toLowerCase() === wanted);
    return { type: 'transfer', queueId: queue?.id ?? null };
  }
  if (name !== 'collect_field') return undefined;
  const field = Field.safeParse(parsedJson(args));
  return field.success ? { type: 'field', ...field.data } : undefined;
}
