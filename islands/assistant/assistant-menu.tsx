import { useT } from '@views/i18n.tsx';
import type { IconName } from '@views/ui/icons/icon.tsx';
import { Menu, MenuItem } from '@views/ui/menu.tsx';
import type { AssistantTask } from '@/modules/assistant/assistant.schema.ts';
import { request } from './request.ts';
import { taskName } from './task-name.ts';

type Props = { ticketId: number; text: string };
type Item = { icon: IconName; task: AssistantTask };

const OF_CONVERSATION: Item[] = [
  { icon: 'sparkles', task: { task: 'suggestion' } },
  { icon: 'list', task: { task: 'summary' } },
  { icon: 'languages', task: { task: 'translation' } },
];

const ofDraft = (text: string): Item[] => [
  { icon: 'languages', task: { task: 'draft-translation', text } },
  { icon: 'smile', task: { task: 'tone', tone: 'friendly', text } },
  { icon: 'briefcase', task: { task: 'tone', tone: 'formal', text } },
  { icon: 'zap', task: { task: 'tone', tone: 'short', text } },
  { icon: 'check', task: { task: 'tone', tone: 'correct', text } },
];

export function AssistantMenu({ ticketId, text }: Props) {
  const t = useT();
  const hasDraft = text.trim() !== '';
  const item = ({ icon, task }: Item, isOpen: boolean) => (
    <MenuItem
      key={taskName(task)}
      icon={icon}
      disabled={!isOpen}
      onClick={() => {
        request.set({ ticketId, task });
        document
          .querySelector<HTMLElement>('[aria-controls="composer-tools"][aria-expanded="true"]')
          ?.click();
      }}
    >
      {t(`assistant:task.${taskName(task)}`)}
    </MenuItem>
  );
  return (
    <Menu id="assistant-menu" label={t('assistant:open')} icon="sparkles">
      {OF_CONVERSATION.map((one) => item(one, true))}
      {/* biome-ignore lint/a11y/useSemanticElements: a group of a menu's items, not of fields */}
      <div role="group" aria-label={t('assistant:draft')} className="mt-1 border-base-300 border-t pt-1">
        {ofDraft(text).map((one) => item(one, hasDraft))}
      </div>
      {hasDraft ? null : <p className="px-3 py-2 text-muted text-xs">{t('assistant:noDraft')}</p>}
    </Menu>
  );
}
