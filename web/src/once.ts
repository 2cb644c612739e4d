/** For buttons whose second click would do more than the first: a double click counts once.
 * Not for answers: who plays quickly taps the same place again, and means the next question. */
export const once =
  (act: () => unknown) =>
  (event: MouseEvent): void => {
    if (event.detail < 2) void act(); // a key counts no clicks
  };
