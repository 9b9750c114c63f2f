import { walkPlaces } from './support/accessibility.ts';
import { officePlaces } from './support/places.ts';

walkPlaces('administration', officePlaces, 32);
