// A client in rooms of live shows: node rooms.mjs <ws url of the server> <rsocket|ws|socketio>
// Reads one JSON object a line: {"id":1,"event":"join","data":{...}}. Prints one JSON object a line:
// {"frame":{event, room, position, data}}, {"ack":1,"ok":true,"data":{...}}, {"ack":1,"ok":false,"error":{...}},
// {"closed":...} and {"connected":true} for each time that it connected.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const WebSocket = require("ws");
const { io } = require("socket.io-client");
const { RSocketClient } = require("rsocket-core");
const RSocketWebSocketClient = require("rsocket-websocket-client").default;

const [url, door] = process.argv.slice(2);
const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");

setTimeout(() => process.exit(3), 180_000);

function webSocket() {
  const socket = new WebSocket(url + "/ws");
  socket.on("open", () => say({ connected: true }));
  socket.on("message", (text) => {
    const frame = JSON.parse(text);
    say(frame.ack === undefined ? { frame } : frame);
  });
  socket.on("close", (code, reason) => say({ closed: code + " " + reason }));
  return (request) => socket.send(JSON.stringify(request));
}

function socketIo() {
  const socket = io(url, { transports: ["websocket"], reconnectionDelay: 100, reconnectionDelayMax: 200 });
  let closing = null;
  socket.on("connect", () => say({ connected: true }));
  socket.on("closing", (why) => {
    closing = why;
  });
  socket.on("disconnect", (reason) =>
    say({ closed: (closing ? closing.code + " " + closing.reason : "bare") + " " + reason }),
  );
  socket.onAny((event, data, place) => {
    if (event !== "closing") {
      say({ frame: { event, ...place, data } });
    }
  });
  return ({ id, event, data }) => socket.emit(event, data, (answer) => say({ ack: id, ...answer }));
}

function rsocket() {
  const client = new RSocketClient({
    setup: {
      dataMimeType: "application/json",
      metadataMimeType: "application/json",
      keepAlive: 5_000,
      lifetime: 60_000,
    },
    transport: new RSocketWebSocketClient({ url: url + "/rsocket", wsCreator: (to) => new WebSocket(to) }),
  });
  // The library tells the error that ends a connection to its streams.
  let end = "closed";
  const text = (error) => (error.source ? error.source.message : error.message);
  const refused = (id) => (error) =>
    say({ ack: id, ok: false, error: text(error).startsWith("{") ? JSON.parse(text(error)) : text(error) });
  const connection = new Promise((resolve, reject) =>
    client.connect().subscribe({ onComplete: resolve, onError: reject }),
  );
  const opened = connection.then((socket) => {
    socket.connectionStatus().subscribe({
      onSubscribe: (status) => status.request(100),
      onNext: (status) => {
        if (status.kind === "ERROR" || status.kind === "CLOSED") {
          say({ closed: end });
        }
      },
    });
    say({ connected: true });
    return socket;
  });
  const join = (socket, { id, event, data }) => {
    let isJoined = false;
    socket.requestStream({ data: JSON.stringify({ event, data }) }).subscribe({
      onSubscribe: (stream) => stream.request(0x7fffffff),
      onNext: (payload) => {
        const frame = JSON.parse(payload.data);
        isJoined ||= frame.event === "joined";
        say(frame.event === "joined" ? { ack: id, ok: true, data: frame.data } : { frame });
      },
      onComplete: () => say({ ended: data.room_name }),
      onError: (error) => {
        if (isJoined) {
          end = text(error);
        } else {
          refused(id)(error);
        }
      },
    });
  };
  const emit = (socket, { id, event, data }) =>
    socket.requestResponse({ data: JSON.stringify({ event, data }) }).subscribe({
      onComplete: (payload) => say({ ack: id, ok: true, data: JSON.parse(payload.data) }),
      onError: refused(id),
    });
  return (request) =>
    opened.then((socket) => (request.event === "join" ? join(socket, request) : emit(socket, request)));
}

const send = { ws: webSocket, socketio: socketIo, rsocket }[door]();
createInterface({ input: process.stdin }).on("line", (line) => send(JSON.parse(line)));
