import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeWhole } from './demo-folder.ts';
import { ChatItem } from './phones/simulator.schema.ts';

const Memory = z.object({
  /** By `company:connection`: whether its phone is linked after a restart. */
  paired: z.record(z.string(), z.boolean()).default({}),
  turns: z.record(z.string(), z.number()).default({}),
  added: z
    .array(
      z.object({ number: z.string(), name: z.string(), companyId: z.number(), connectionId: z.number() }),
    )
    .default([]),
  chats: z.record(z.string(), z.array(ChatItem)).default({}),
});
type Memory = z.infer<typeof Memory>;

export class DemoMemory {
  readonly chats: Readonly<Memory['chats']>;

  private constructor(
    private readonly path: string | null,
    private readonly memory: Memory,
  ) {
    this.chats = memory.chats;
  }

  static open(path: string | null): DemoMemory {
    return new DemoMemory(path, path ? read(path) : Memory.parse({}));
  }

  get paired(): Readonly<Memory['paired']> {
    return this.memory.paired;
  }

  get turns(): Readonly<Memory['turns']> {
    return this.memory.turns;
  }

  get added(): readonly Memory['added'][number][] {
    return this.memory.added;
  }

  setPaired(name: string, isPaired: boolean): void {
    if (this.memory.paired[name] === isPaired) return;
    this.memory.paired[name] = isPaired;
    this.save();
  }

  setTurn(number: string, turn: number): void {
    this.memory.turns[number] = turn;
    this.save();
  }

  add(customer: Memory['added'][number]): void {
    this.memory.added.push(customer);
    this.save();
  }

  setChats(chats: Memory['chats']): void {
    const old = (item: ChatItem) => ({ ...item, isOld: true });
    this.memory.chats = Object.fromEntries(
      Object.entries(chats).map(([number, items]) => [number, items.map(old)]),
    );
    this.save();
  }

  private save(): void {
    if (this.path) writeWhole(this.path, JSON.stringify(this.memory));
  }
}

function read(path: string): Memory {
  try {
    return Memory.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return Memory.parse({});
  }
}
