import {
  type BotConfig,
  type BotMachine,
  type BotQueue,
  type BotState,
  type Decision,
  remembering,
} from './bot.ts';

/** In the memory's `over`: a person has had the ticket, so that no machine answers in this attendance. */
export const ALL_MACHINES = '*';

export const machineKey = ({ kind, id }: BotMachine): string => `${kind}:${id}`;

/** Contract, message-flow §12.4: the connection's, else the queue's; not one that has handed over. */
export function machineAt(config: BotConfig, state: BotState, queue?: BotQueue): BotMachine | undefined {
  const over = state.memory.over ?? [];
  if (state.isGroup || over.includes(ALL_MACHINES)) return undefined;
  return [config.machine, queue?.machine ?? null].find(
    (machine): machine is BotMachine => machine !== null && !over.includes(machineKey(machine)),
  );
}

export function ask(state: BotState, machine: BotMachine): Decision {
  return {
    actions: [{ type: 'machine', machine }],
    state: { ...remembering(state, { greeted: true }), machine, optionId: null, chatbot: false },
  };
}

export function withoutMachine(state: BotState, key: string): BotState {
  const over = new Set([...(state.memory.over ?? []), key]);
  return { ...remembering(state, { over: [...over] }), machine: null };
}
