import { walkScreens } from './support/accessibility.ts';
import { platformScreens } from './support/office-screens.ts';

walkScreens('the platform', platformScreens, 8, { isSuper: true });
