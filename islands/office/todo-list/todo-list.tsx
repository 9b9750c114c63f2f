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

export function TodoList({ owner }: { owner: TaskOwner }) {
  const t = useT();
  const [tasks, setTasks] = useState<readonly Task[]>([]);
  const [editing, setEditing] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

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
      {tasks.length === 0 ? (
        <RenderedState icon="list-todo" title={t('todolist:empty')} text={t('todolist:emptyHint')} />
      ) : (
        <ul aria-label={t('todolist:title')}>
          {tasks.map((task) => (
            <li key={task.id} className="border-base-300/60 border-b last:border-b-0">
              {editing === task.id ? (
                <TaskForm
                  task={task}
                  onSave={(content) => {
                    change(editTask(readTasks(owner), task.id, content));
                    setEditing(null);
                  }}
                  onCancel={() => setEditing(null)}
                />
              ) : (
                <div className="flex min-h-12 items-center gap-1 py-1 pr-2 pl-4">
                  <span className="min-w-0 grow whitespace-pre-wrap wrap-anywhere">{task.text}</span>
                  <IconButton
                    icon="pencil"
                    label={t('todolist:edit', { text: task.text })}
                    onClick={() => setEditing(task.id)}
                  />
                  <IconButton
                    icon="trash"
                    label={t('todolist:delete', { text: task.text })}
                    onClick={() => change(readTasks(owner).filter((one) => one.id !== task.id))}
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
