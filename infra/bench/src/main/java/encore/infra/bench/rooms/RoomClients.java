package encore.infra.bench.rooms;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs many clients in one room on one thread, and reads only the headers of most frames: a client must cost less than the
 * server that is measured. show_room.py starts it from its source and describes the measurement.
 *
 * <p>Arguments: port, account_id, the names of rooms, separated by commas, of which the first is written to, a file with a
 * session_uid in each line, the number of sessions at its beginning that write, clients, messages a second, seconds of warm-up,
 * seconds.
 */
public final class RoomClients {

    /** Each message of one client in so many is timed. */
    private static final int TIMED = 50;

    private static final String TIME = "sent at ";
    private static final String CONTROL = "control ";

    /** The length of what stands before the name of an event. */
    private static final int EVENT = 10;

    /** Seconds until nothing is on its way any more. */
    private static final int DRAIN = 3;

    private final Selector selector = Selector.open();
    private final List<Client> clients = new ArrayList<>();
    private final List<Long> delays = new ArrayList<>();
    private final ByteBuffer input = ByteBuffer.allocateDirect(1 << 16);
    private final List<String> rooms;
    private final String account;
    private final List<String> controls = new ArrayList<>();
    private long frames;
    private long messages;
    private long accepted;
    private long chats;
    private long refused;
    private int joins;
    private int joined;
    private int closed;
    private boolean measures;

    private RoomClients(String account, String room) throws IOException {
        this.account = account;
        this.rooms = List.of(room.split(",", -1));
    }

    public static void main(String[] args) throws Exception {
        var all = new RoomClients(args[1], args[2]);
        List<String> sessions = Files.readAllLines(Path.of(args[3]));
        int clients = Integer.parseInt(args[5]);
        all.connect(Integer.parseInt(args[0]), sessions.subList(0, clients));
        int writers = Integer.parseInt(args[4]);
        int rate = Integer.parseInt(args[6]);
        System.out.printf("%d clients joined%n", all.joined);
        all.run(writers, rate, Integer.parseInt(args[7]));
        all.measures = true;
        all.frames = 0;
        all.messages = 0;
        System.out.println("begin");
        long before = all.chats;
        all.run(writers, rate, Integer.parseInt(args[8]));
        System.out.println("end " + (all.chats - before));
        all.run(0, 1, DRAIN);
        all.controls.forEach(System.out::println);
        System.out.printf("told %d of %d%n", all.chats, all.accepted * clients);
        Collections.sort(all.delays);
        System.out.printf(
                "%d clients, %d closed, %d refused; sender to client: p50 %s, p99 %s, worst %s of %d timed%n",
                clients,
                all.closed,
                all.refused,
                all.percentile(50),
                all.percentile(99),
                all.percentile(100),
                all.delays.size());
    }

    private String percentile(int percent) {
        return delays.isEmpty()
                ? "-"
                : "%.1f ms".formatted(delays.get((int) ((delays.size() - 1L) * percent / 100)) / 1e6);
    }

    /** One client: the part of its input that is not yet read. */
    private static final class Client {
        final SocketChannel channel;
        final String session;
        final boolean isTimed;
        ByteBuffer rest = ByteBuffer.allocate(0);
        boolean isOpen;

        Client(SocketChannel channel, String session, boolean isTimed) {
            this.channel = channel;
            this.session = session;
            this.isTimed = isTimed;
        }
    }

    private void connect(int port, List<String> sessions) throws Exception {
        for (String session : sessions) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Client client = new Client(channel, session, clients.size() % TIMED == 0);
            clients.add(client);
            channel.write(ascii("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, client);
            // Not all at once: this measures a room, and not a storm.
            while (clients.size() - joined - closed > 64) {
                read(10);
            }
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (joined + closed < clients.size() && System.nanoTime() < deadline) {
            read(10);
        }
    }

    /** Reads, and writes messages in turn. */
    private void run(int writers, int rate, int seconds) throws IOException {
        long begun = System.nanoTime();
        long end = begun + TimeUnit.SECONDS.toNanos(seconds);
        long sent = 0;
        while (System.nanoTime() < end) {
            long due = (System.nanoTime() - begun) * rate / TimeUnit.SECONDS.toNanos(1);
            while (writers > 0 && sent < due) {
                Client writer = clients.get((int) (messages + sent) % writers);
                if (!writer.channel.isOpen()) {
                    throw new IllegalStateException("A writer was closed");
                }
                writer.channel.write(frame("{\"event\":\"chat_message\",\"id\":2,\"data\":{\"account_id\":" + account
                        + ",\"room_name\":\"" + rooms.getFirst() + "\",\"message\":\"" + TIME + System.nanoTime()
                        + " by somebody who is at the show\"}}"));
                sent++;
            }
            read(1);
        }
        messages += sent;
    }

    private void read(long millis) throws IOException {
        selector.select(millis);
        for (SelectionKey key : selector.selectedKeys()) {
            read((Client) key.attachment(), key);
        }
        selector.selectedKeys().clear();
    }

    private void read(Client client, SelectionKey key) throws IOException {
        input.clear();
        input.put(client.rest);
        int more;
        try {
            more = client.channel.read(input);
        } catch (IOException reset) {
            more = -1;
        }
        if (more < 0) {
            closed++;
            key.cancel();
            client.channel.close();
            return;
        }
        input.flip();
        if (!client.isOpen && !skipHandshake(client)) {
            keep(client);
            return;
        }
        while (readFrame(client)) {
            frames++;
        }
        keep(client);
    }

    private boolean skipHandshake(Client client) throws IOException {
        for (int i = 3; i < input.limit(); i++) {
            if (input.get(i) == '\n' && input.get(i - 1) == '\r' && input.get(i - 2) == '\n') {
                client.isOpen = true;
                input.position(i + 1);
                for (String room : rooms) {
                    client.channel.write(frame("{\"event\":\"join\",\"id\":1,\"data\":{\"account_id\":" + account
                            + ",\"session_uid\":\"" + client.session + "\",\"room_name\":\"" + room + "\"}}"));
                }
                return true;
            }
        }
        return false;
    }

    private boolean readFrame(Client client) throws IOException {
        if (input.remaining() < 2) {
            return false;
        }
        int start = input.position();
        int kind = input.get(start) & 0x0F;
        int length = input.get(start + 1) & 0x7F;
        int head = 2;
        if (length == 126) {
            if (input.remaining() < 4) {
                return false;
            }
            length = input.getShort(start + 2) & 0xFFFF;
            head = 4;
        }
        if (input.remaining() < head + length) {
            return false;
        }
        input.position(start + head + length);
        if (length > EVENT && input.get(start + head + EVENT) == 'c' && input.get(start + head + EVENT + 1) == 'h') {
            chats++;
        }
        if (kind == 9) {
            client.channel.write(pong());
        } else if (length > 2 && input.get(start + head + 2) == 'a' || client.isTimed && measures) {
            take(start + head, length);
        }
        return true;
    }

    /** Reads acknowledgements, and the times in messages. */
    private void take(int from, int length) {
        byte[] bytes = new byte[length];
        input.get(from, bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.startsWith("{\"ack\":1,\"ok\":true")) {
            joined = ++joins / rooms.size();
        } else if (text.startsWith("{\"ack\":2,\"ok\":true")) {
            accepted++;
        } else if (text.startsWith("{\"ack\"") && text.contains("\"ok\":false")) {
            if (refused++ < 3) {
                System.out.println(text);
            }
        }
        int control = text.indexOf(CONTROL);
        if (control >= 0 && measures) {
            int end = text.indexOf('"', control);
            controls.add(text.substring(control, end) + " " + System.nanoTime());
        }
        int at = text.indexOf(TIME);
        if (at >= 0 && measures) {
            int begin = at + TIME.length();
            delays.add(System.nanoTime() - Long.parseLong(text, begin, text.indexOf(' ', begin), 10));
        }
    }

    private void keep(Client client) {
        client.rest = ByteBuffer.allocate(input.remaining());
        client.rest.put(input).flip();
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static ByteBuffer pong() {
        return ByteBuffer.wrap(new byte[] {(byte) 0x8A, (byte) 0x80, 0, 0, 0, 0});
    }

    /** Returns a text frame of a client, under a mask of zeros. */
    private static ByteBuffer frame(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(bytes.length + 8);
        frame.put((byte) 0x81);
        if (bytes.length < 126) {
            frame.put((byte) (0x80 | bytes.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) bytes.length);
        }
        return frame.putInt(0).put(bytes).flip();
    }
}
