export type Task = { id: string; text: string };
export type TaskOwner = { id: number; companyId: number };

const keyOf = ({ companyId, id }: TaskOwner) => `todolist:${companyId}:${id}`;

export function readTasks(owner: TaskOwner): Task[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isTask) : [];
  } catch {
    return [];
  }
}

/** False when the browser cannot store it (storage full or disabled). */
export function writeTasks(owner: TaskOwner, tasks: readonly Task[]): boolean {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(tasks));
    return true;
  } catch {
    return false;
  }
}

export function watchTasks(owner: TaskOwner, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === keyOf(owner) || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

export function addTask(tasks: readonly Task[], text: string): readonly Task[] {
  const content = text.trim();
  return content === '' ? tasks : [...tasks, { id: `${Date.now()}-${tasks.length}`, text: content }];
}

/** Blank text changes nothing (spec part 1 §2). A task that another tab deleted meanwhile is added again. */
export function editTask(tasks: readonly Task[], id: string, text: string): readonly Task[] {
  const content = text.trim();
  if (content === '') return tasks;
  const edited = { id, text: content };
  if (!tasks.some((task) => task.id === id)) return [...tasks, edited];
  return tasks.map((task) => (task.id === id ? edited : task));
}

function isTask(value: unknown): value is Task {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'text' in value &&
    typeof value.id === 'string' &&
    typeof value.text === 'string'
  );
}
