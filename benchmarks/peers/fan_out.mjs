// What a peer is measured by: a server in a process of its own on the first core, and here tables of four clients
// on the last. A move is one message to the server, and four different ones of as many bytes as ours back.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

export const SEATS = 4;
export const NEWS = "x".repeat(400); // bytes a message, about what a move of Hearts is

export async function startServer(file) {
  const child = spawn("taskset", ["-c", "0", process.execPath, file, "serve"], { stdio: ["ignore", "pipe", "inherit"] });
  child.on("exit", (code) => {
    console.error(`${file}: the server has ended by itself (${code})`);
    process.exit(1);
  });
  spawn("taskset", ["-cp", String(cpus().length - 1), String(process.pid)], { stdio: "ignore" });
  await new Promise((ready) => child.stdout.on("data", (text) => String(text).includes("ready") && ready()));
  return child;
}

const spent = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

// Counts moves that all four have heard of, and how long that took.
export class Count {
  moves = 0;
  waits = [];
  heard(begun) {
    this.moves += 1;
    this.waits.push(performance.now() - begun);
  }
}

export async function measure(name, store, tables, seconds, child, count) {
  await new Promise((done) => setTimeout(done, 2000));
  const before = [count.moves, spent(child.pid), performance.now(), process.cpuUsage()];
  count.waits = [];
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  const moves = count.moves - before[0];
  const took = (performance.now() - before[2]) / 1000;
  const waits = count.waits.sort((a, b) => a - b);
  const at = (share) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1);
  const each = (microseconds) => (microseconds / Math.max(1, moves)).toFixed(0);
  const [cost, own] = [each(1e6 * (spent(child.pid) - before[1])), process.cpuUsage(before[3])];
  const speed = [(moves / took).toFixed(0), cost, each(own.user + own.system), at(0.5), at(0.99)];
  console.log(`| ${[name, store, 1, tables, "", ...speed, 4 * NEWS.length, 4].join(" | ")} |${" |".repeat(5)}`);
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  process.exit(0);
}
