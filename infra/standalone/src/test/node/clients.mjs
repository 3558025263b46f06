// Follows one fan's points: node clients.mjs <ws url of the server> <rsocket|ws> <request as JSON> <how many> <pair as JSON>
// Prints one line for each frame, and at last "end", or "error" with what the server said.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const WebSocket = require("ws");
const { RSocketClient } = require("rsocket-core");
const RSocketWebSocketClient = require("rsocket-websocket-client").default;

const [url, way, request, many, pair] = process.argv.slice(2);
const wanted = Number(many);
const say = (line) => process.stdout.write(line + "\n");
let ended = false;
const end = (line) => {
  if (ended) {
    return;
  }
  ended = true;
  say(line);
  setTimeout(() => process.exit(0), 20);
};

setTimeout(() => process.exit(3), 20_000);

function rsocket() {
  const client = new RSocketClient({
    setup: {
      dataMimeType: "application/json",
      metadataMimeType: "application/json",
      keepAlive: 5_000,
      lifetime: 20_000,
      payload: { data: pair },
    },
    transport: new RSocketWebSocketClient({ url: url + "/rsocket", wsCreator: (to) => new WebSocket(to) }),
  });
  client.connect().subscribe({
    onError: (error) => end("error " + error.message),
    onComplete: (socket) => {
      socket.connectionStatus().subscribe({
        onSubscribe: (status) => status.request(100),
        onNext: (status) => {
          if (status.kind === "ERROR" || status.kind === "CLOSED") {
            end("error " + (status.error ? status.error.message : "closed"));
          }
        },
      });
      let seen = 0;
      let stream;
      socket.requestStream({ data: request }).subscribe({
        onSubscribe: (subscription) => {
          stream = subscription;
          stream.request(1);
        },
        onNext: (frame) => {
          say(frame.data);
          seen += 1;
          if (seen === wanted) {
            end("end");
            stream.cancel();
            client.close();
          } else {
            // One at a time: the server is to wait for this.
            setTimeout(() => stream.request(1), 5);
          }
        },
        onError: (error) => end("error " + (error.source ? error.source.message : error.message)),
      });
    },
  });
}

function webSocket() {
  const socket = new WebSocket(url + "/ws");
  const send = (event, id, data) => socket.send(JSON.stringify({ event, id, data }));
  let seen = 0;
  socket.on("open", () => {
    send("auth", 1, JSON.parse(pair));
    send("subscribe", 2, JSON.parse(request));
  });
  socket.on("message", (text) => {
    const frame = JSON.parse(text);
    if (frame.ack !== undefined) {
      if (!frame.ok) {
        end("error " + JSON.stringify(frame.error));
      }
      return;
    }
    say(String(text));
    seen += 1;
    if (seen === wanted) {
      end("end");
      socket.close();
    }
  });
  socket.on("close", (status) => end("error closed " + status));
}

if (way === "ws") {
  webSocket();
} else {
  rsocket();
}
