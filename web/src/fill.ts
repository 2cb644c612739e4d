// The wire leaves out what is empty; here it is put back, so that nobody else has to think of it.
import { SHAPES, type WireScene, type SceneChanges } from './wire';

type Message = Record<string, unknown>;

export function fill<Kind>(name: string, value: Message): Kind {
  const shape = SHAPES[name];
  if (!shape) return value as Kind;
  const filled: Message = { ...shape.empty, ...value };
  for (const [field, part] of Object.entries(shape.parts)) {
    const inner = filled[field];
    if (Array.isArray(inner)) filled[field] = inner.map((each) => fill(part, each as Message));
    else if (inner) filled[field] = fill(part, inner as Message);
  }
  return filled as Kind;
}

/** Changes put over the old scene; what they mean does not matter. A place without any stays the same object. */
export function merge(scene: WireScene, changes: SceneChanges): WireScene {
  const places = scene.places.map((place) => {
    const change = changes.places?.find((each) => each.seat === place.seat);
    return change ? { ...place, ...change } : place;
  });
  return { ...scene, ...changes, places };
}
