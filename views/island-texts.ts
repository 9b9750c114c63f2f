/** Texts that islands use, by file. A browser keeps the files: as a part of each page they were a third of its weight. */
export const TEXT_FILES = {
  desk: ['common', 'commands', 'notifications', 'messages', 'tickets'],
  errors: ['errors', 'notificationSettings'],
  assistant: ['assistant'],
  campaigns: ['campaigns'],
  dashboard: ['dashboard'],
  factors: ['factors'],
  fileLists: ['fileLists'],
  internalChat: ['internalChat'],
  kanban: ['kanban'],
  queues: ['queues', 'variables'],
  schedules: ['schedules'],
  todolist: ['todolist'],
} as const;

export type TextFile = keyof typeof TEXT_FILES;
export type IslandNamespace = (typeof TEXT_FILES)[TextFile][number];
export type TextAddresses = Partial<Record<TextFile, string>>;

const FILES = new Map(
  Object.entries(TEXT_FILES).flatMap(([file, namespaces]) =>
    namespaces.map((namespace) => [namespace as IslandNamespace, file as TextFile] as const),
  ),
);

export function textAddresses(namespaces: IslandNamespace[], addresses: TextAddresses): string[] {
  return [...new Set(namespaces.flatMap((one) => addresses[FILES.get(one) as TextFile] ?? []))];
}
