import { useT } from '@views/i18n.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { RenderedState } from '@views/ui/state-markup.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isComposing } from '../../keys/composing.ts';
import { showToast } from '../../page/toast.ts';
import {
  addTask,
  editTask,
  readTasks,
  type Task,
  type TaskOwner,
  watchTasks,
  writeTasks,
} from './task-storage.ts';

const MAX_TEXT = 500;

const editId = (taskId: string) => `edit-task-${taskId}`;

export function TodoList({ owner }: { owner: TaskOwner }) {
  const t = useT();
  const [tasks, setTasks] = useState<readonly Task[]>([]);
  const [editing, setEditing] = useState<Task | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const next = useRef<string | null>(null);

  useEffect(() => {
    if (next.current !== null) (document.getElementById(next.current) ?? field.current)?.focus();
    next.current = null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner of a page never changes
  useEffect(() => {
    const read = () => setTasks(readTasks(owner));
    read();
    return watchTasks(owner, read);
  }, []);

  const change = (next: readonly Task[]) => {
    if (next === tasks) return;
    setTasks(next);
    if (!writeTasks(owner, next)) showToast({ level: 'error', text: t('todolist:notStored') });
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    change(addTask(readTasks(owner), text));
    setText('');
    field.current?.focus();
  };

  const end = ({ id }: Task) => {
    next.current = editId(id);
    setEditing(null);
  };
  const remove = ({ id }: Task) => {
    const at = tasks.findIndex((task) => task.id === id);
    next.current = editId((tasks[at + 1] ?? tasks[at - 1])?.id ?? '');
    change(readTasks(owner).filter((task) => task.id !== id));
  };
  // A task that another tab deletes stays while it is edited.
  const isGone = editing !== null && !tasks.some(({ id }) => id === editing.id);
  const shown = isGone ? [...tasks, editing] : tasks;

  return (
    <>
      <form onSubmit={add} className="flex gap-2 border-base-300 border-b p-3">
        <input
          ref={field}
          className="input grow"
          value={text}
          maxLength={MAX_TEXT}
          placeholder={t('todolist:placeholder')}
          aria-label={t('todolist:placeholder')}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" icon="plus">
          {t('common:add')}
        </Button>
      </form>
      {shown.length === 0 ? (
        <RenderedState icon="list-todo" title={t('todolist:empty')} text={t('todolist:emptyHint')} />
      ) : (
        <ul aria-label={t('todolist:title')}>
          {shown.map((task) => (
            <li key={task.id} className="border-base-300/60 border-b last:border-b-0">
              {editing?.id === task.id ? (
                <TaskForm
                  task={task}
                  onSave={(content) => {
                    change(editTask(readTasks(owner), task.id, content));
                    end(task);
                  }}
                  onCancel={() => end(task)}
                />
              ) : (
                <div className="flex min-h-12 items-center gap-1 py-1 pr-2 pl-4">
                  <span className="min-w-0 grow whitespace-pre-wrap wrap-anywhere">{task.text}</span>
                  <IconButton
                    id={editId(task.id)}
                    icon="pencil"
                    label={t('todolist:edit', { text: task.text })}
                    onClick={() => setEditing(task)}
                  />
                  <IconButton
                    icon="trash"
                    label={t('todolist:delete', { text: task.text })}
                    onClick={() => remove(task)}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type TaskFormProps = { task: Task; onSave: (text: string) => void; onCancel: () => void };

function TaskForm({ task, onSave, onCancel }: TaskFormProps) {
  const t = useT();
  const [text, setText] = useState(task.text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className="flex items-center gap-2 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <input
        ref={field}
        className="input grow"
        value={text}
        maxLength={MAX_TEXT}
        aria-label={t('todolist:text')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onCancel();
        }}
      />
      <IconButton icon="check" label={t('common:save')} type="submit" />
      <IconButton icon="x" label={t('common:cancel')} onClick={onCancel} />
    </form>
  );
}
