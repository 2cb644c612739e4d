// Where players sit round the table: oneself below, the others in the order of play.
export interface Spot {
  seat: number;
  x: number; // -1 to 1, from the left
  y: number; // -1 to 1, from the top
}

export function spots(seats: number, bottom: number, isClockwise: boolean): Spot[] {
  return Array.from({ length: seats }, (_, seat) => {
    const steps = (seat - bottom + seats) % seats;
    const angle = Math.PI / 2 + ((isClockwise ? 1 : -1) * 2 * Math.PI * steps) / seats;
    const x = Math.cos(angle);
    return { seat, x: Math.abs(x) > 0.5 ? Math.sign(x) : 0, y: Math.sin(angle) }; // at one of four edges
  });
}
