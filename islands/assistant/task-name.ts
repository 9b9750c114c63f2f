import type { AssistantTask } from '@/modules/assistant/assistant.schema.ts';

export function taskName(task: AssistantTask): string {
  if (task.task === 'tone') return task.tone;
  return task.task === 'draft-translation' ? 'draftTranslation' : task.task;
}
