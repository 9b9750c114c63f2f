import { walkScreens } from './support/accessibility.ts';
import { otherScreens } from './support/screens.ts';

walkScreens('the other screens', otherScreens, 60);
