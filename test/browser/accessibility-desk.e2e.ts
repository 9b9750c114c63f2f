import { walkPlaces } from './support/accessibility.ts';
import { deskPlaces } from './support/places.ts';

walkPlaces('the desk', deskPlaces, 40);
