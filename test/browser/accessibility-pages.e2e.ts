import { walkPlaces } from './support/accessibility.ts';
import { otherPlaces } from './support/places.ts';

walkPlaces('the other screens', otherPlaces, 60);
