// A room of a show on Node's ws, from memory: node room.mjs <port> <display name>
// It acknowledges each join and message, and sends the same bytes as Encore to all, encoded once. It keeps nothing.
import { createRequire } from "node:module";

const { WebSocketServer } = createRequire(import.meta.url)("ws");
const [port, name] = process.argv.slice(2);
const server = new WebSocketServer({ port: Number(port), host: "127.0.0.1", path: "/ws", backlog: 1024 });
let position = 1_000_000;

server.on("listening", () => console.log("ready"));
server.on("connection", (socket) => {
  socket.on("error", () => {});
  socket.on("message", (text) => {
    const { event, id, data } = JSON.parse(text);
    if (event === "join") {
      socket.room = true;
      socket.send(JSON.stringify({ ack: id, ok: true, data: { room_name: data.room_name, position, members: server.clients.size } }));
      return;
    }
    const uid = "01a2208a-cfc1-8792-b139-" + String(++position).padStart(12, "0");
    const now = Math.floor(Date.now() / 1000);
    socket.send(JSON.stringify({ ack: id, ok: true, data: { chat_message_uid: uid, unix_timestamp: now } }));
    const told = Buffer.from(
      JSON.stringify({
        event: "chat_message",
        room: data.room_name,
        position,
        data: {
          chat_message_uid: uid,
          message: data.message,
          room_name: data.room_name,
          display_name: name,
          unix_timestamp: now,
          fan_id: 492769235009700,
          moderator_status: null,
        },
      }),
    );
    for (const client of server.clients) {
      if (client.room) client.send(told, { binary: false });
    }
  });
});
