// Independent of paiju/fair.py: from the words of docs/record.md.
import { createHash, createHmac } from "node:crypto";
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const [secret, table, deal, size, ...values] = process.argv.slice(2);
const key = Buffer.from(secret, "hex"), place = `${table}\0${deal}\0`;
const cards = [...Array(Number(size)).keys()];
let counter = 0, pool = [];
const next = () => {
  if (!pool.length) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter++);
    const block = createHmac("sha256", key).update("paiju deal 1\0" + place)
      .update(Buffer.concat(values.map((value) => sha(Buffer.from(value, "hex"))))).update(number).digest();
    for (let at = 0; at < 32; at += 4) pool.push(block.readUInt32BE(at));
  }
  return pool.shift();
};
for (let left = cards.length; left > 1; left--) {
  let word;
  do word = next(); while (word >= 2 ** 32 - (2 ** 32 % left));
  const at = word % left;
  [cards[left - 1], cards[at]] = [cards[at], cards[left - 1]];
}
console.log(sha("paiju commit 1\0", place, key).toString("hex"));
console.log(cards.join(" "));
