import { startLayers } from './layers.ts';
import { startSlowAnswers } from './slow-answers.ts';

/** What every page of somebody who is signed in has, a moment after it is painted. */
export function startSignedIn(): void {
  startSlowAnswers();
  startLayers();
}
