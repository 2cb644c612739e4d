// A boardgame.io match of four: node boardgame.mjs [TABLES] [SECONDS]. Every state goes to its flat-file store.
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Count, NEWS, SEATS, measure, startServer } from "./fan_out.mjs";

const PORT = 23568;
const require = createRequire(import.meta.url);

// What is told of a move is as long as ours and differs by seat; whoever made it waits for the server like the others.
const table = {
  name: "table",
  setup: () => ({ action: "" }),
  moves: { move: { move: ({ G }, action) => ({ ...G, action }), client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({ ...G, news: `${playerID} ${NEWS}` }),
};

async function serve() {
  const { Server, FlatFile } = require("boardgame.io/server");
  const db = new FlatFile({ dir: mkdtempSync(join(tmpdir(), "boardgame-")), logging: false });
  const server = Server({ games: [table], db, origins: ["*"] });
  await server.run({ port: PORT, callback: () => console.log("ready") });
}

async function load(tables, seconds) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const child = await startServer(fileURLToPath(import.meta.url));
  const count = new Count();
  const multiplayer = SocketIO({ server: `http://127.0.0.1:${PORT}`, socketOpts: { transports: ["websocket"] } });
  for (let number = 0; number < tables; number++) {
    const matchID = `match${number}`;
    const clients = [];
    let ears = 0, begun = performance.now(), at = 0;
    for (let seat = 0; seat < SEATS; seat++) {
      const client = Client({ game: table, numPlayers: SEATS, matchID, playerID: String(seat), multiplayer, debug: false });
      await new Promise((synchronised) => {
        let last = -1;
        client.subscribe((state) => {
          if (!state || state._stateID === last) return;
          last = state._stateID;
          if (last === 0) return synchronised();
          if (last !== at + 1 || ++ears < SEATS) return;
          count.heard(begun);
          [ears, at, begun] = [0, last, performance.now()];
          clients[Number(state.ctx.currentPlayer)].moves.move("play QS");
        });
        client.start();
      });
      clients.push(client);
    }
    clients[0].moves.move("play QS");
  }
  await measure("boardgame.io 0.50", "flat files", tables, seconds, child, count);
}

if (process.argv[2] === "serve") await serve();
else await load(Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 10));
