import { walkScreens } from './support/accessibility.ts';
import { officeScreens } from './support/office-screens.ts';

walkScreens('administration', officeScreens, 36);
