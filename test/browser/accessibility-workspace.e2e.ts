import { walkScreens } from './support/accessibility.ts';
import { workspaceScreens } from './support/screens.ts';

walkScreens('the desk', workspaceScreens, 40);
