import { walkPlaces } from './support/accessibility.ts';
import { officePlaces } from './support/office-places.ts';

walkPlaces('administration', officePlaces, 36);
