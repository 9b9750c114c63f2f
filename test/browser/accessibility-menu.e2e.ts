import { walkScreens } from './support/accessibility.ts';
import { menuScreens } from './support/office-screens.ts';

walkScreens('the menu and the settings', menuScreens, 40, { isSuper: true });
