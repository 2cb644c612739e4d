// A Colyseus room of four: node colyseus.mjs [TABLES] [SECONDS]. It keeps everything in memory.
import { fileURLToPath } from "node:url";
import { Count, NEWS, SEATS, measure, startServer } from "./fan_out.mjs";

const PORT = 23567;

async function serve() {
  const { Room, Server } = await import("@colyseus/core");
  const { WebSocketTransport } = await import("@colyseus/ws-transport");
  class Table extends Room {
    maxClients = SEATS;
    onCreate() {
      this.onMessage("move", (_, action) => {
        this.clients.forEach((client, seat) => client.send("news", `${seat} ${action} ${NEWS}`));
      });
    }
  }
  const server = new Server({ transport: new WebSocketTransport(), greet: false });
  server.define("table", Table);
  await server.listen(PORT);
  console.log("ready");
}

async function load(tables, seconds) {
  const { Client } = await import("@colyseus/sdk");
  const child = await startServer(fileURLToPath(import.meta.url));
  const count = new Count();
  for (let number = 0; number < tables; number++) {
    const client = new Client(`http://127.0.0.1:${PORT}`);
    const rooms = [await client.create("table")];
    while (rooms.length < SEATS) rooms.push(await client.joinById(rooms[0].roomId));
    let ears = 0, turn = 0, begun = performance.now();
    for (const room of rooms)
      room.onMessage("news", () => {
        if (++ears < SEATS) return;
        count.heard(begun);
        [ears, begun] = [0, performance.now()];
        rooms[++turn % SEATS].send("move", "play QS");
      });
    rooms[0].send("move", "play QS");
  }
  await measure("Colyseus 0.18", "none", tables, seconds, child, count);
}

if (process.argv[2] === "serve") await serve();
else await load(Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 10));
