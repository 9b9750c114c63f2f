import { walkPlaces } from './support/accessibility.ts';
import { platformPlaces } from './support/office-places.ts';

walkPlaces('the platform', platformPlaces, 8, { isSuper: true });
