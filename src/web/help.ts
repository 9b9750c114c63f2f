import type { ShellProps } from '@views/shell.ts';
import type { Ctx } from '../core/http/env.ts';
import type { Scope } from '../core/scope.ts';
import { canReadGuide } from '../modules/guides/guides.policy.ts';
import { guidePaths } from '../modules/guides/guides.schema.ts';
import {
  type HelpTopic,
  MENU_TOPICS,
  PROFILE_TOPIC,
  sectionFor,
  TAB_TOPICS,
} from '../modules/guides/help-topics.schema.ts';
import { hasUnreadNews } from '../modules/guides/news-cookie.http.ts';

type Shown = { active: string; tab: string | undefined };

export function helpFor(c: Ctx, { actor }: Scope, shown: Shown): ShellProps['help'] {
  const found = sectionFor(topicOf(c.req.path, shown), (guide) => canReadGuide(actor, guide));
  const href = found ? guidePaths.guide(found.guide, found.section) : guidePaths.home();
  return { href, isNew: hasUnreadNews(c) };
}

function topicOf(path: string, { active, tab }: Shown): HelpTopic | undefined {
  if (tab) return TAB_TOPICS[tab];
  if (path.startsWith('/profile')) return PROFILE_TOPIC;
  return path.startsWith(guidePaths.home()) ? undefined : MENU_TOPICS[active];
}
