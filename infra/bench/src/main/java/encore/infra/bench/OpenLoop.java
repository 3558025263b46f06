package encore.infra.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Sends awards at a fixed rate, whatever the server answers: arrivals do not wait for answers, and latency counts from
 * the moment when an award was due. Above the machine's capacity the limit of connections makes awards wait in the
 * generator, so latency from the moment of sending is printed as well. The first seconds, in which the generator is
 * still being compiled, do not count. The CPU time that the host takes from the machine is printed too. It uses one
 * thread.
 *
 * <p>Arguments: port, rate a second, seconds, most connections, api key, api secret, point_uid (or {@code -} to read
 * balances instead), fan ids separated by commas.
 */
public final class OpenLoop {

    private static final int WARM_UP_SECONDS = 15;

    private final ByteBuffer[] requests;
    private final InetSocketAddress address;
    private final int mostConnections;
    private final Selector selector = Selector.open();
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private final long[] accepted = new long[4_000_000];
    private final long[] acceptedOnceSent = new long[4_000_000];
    private final long[] shed = new long[4_000_000];
    private int acceptedCount;
    private int shedCount;
    private int otherCount;
    private int broken;
    private int connections;
    private long countedFrom;
    private long slowest;

    private OpenLoop(String[] args) throws IOException {
        address = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
        mostConnections = Integer.parseInt(args[3]);
        requests =
                Arrays.stream(args[7].split(",")).map(fan -> request(args, fan)).toArray(ByteBuffer[]::new);
    }

    public static void main(String[] args) throws IOException {
        new OpenLoop(args).run(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    }

    private static ByteBuffer request(String[] args, String fan) {
        if (args[6].equals("-")) {
            return ByteBuffer.wrap(
                    ("GET /api/v1/manage/fans/" + fan + "/balances HTTP/1.1\r\nHost: localhost\r\nApi-Key: " + args[4]
                                    + "\r\nApi-Secret: " + args[5] + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
        }
        String body = "point_uid=" + args[6] + "&point_count=1&fan_id=" + fan;
        return ByteBuffer.wrap(("POST /api/v1/ent/fan_points HTTP/1.1\r\nHost: localhost\r\nApi-Key: " + args[4]
                        + "\r\nApi-Secret: " + args[5]
                        + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII));
    }

    private void run(int rate, int seconds) throws IOException {
        long began = System.nanoTime();
        long sent = 0;
        long total = (long) rate * (WARM_UP_SECONDS + seconds);
        long deadline = began + (WARM_UP_SECONDS + seconds + 5L) * 1_000_000_000L;
        countedFrom = began + WARM_UP_SECONDS * 1_000_000_000L;
        int second = 0;
        StolenTime stolenTime = new StolenTime(countedFrom);
        while (System.nanoTime() < deadline && (sent < total || connections > idle.size())) {
            long now = System.nanoTime();
            long due = Math.min(total, (long) ((now - began) / 1e9 * rate));
            for (; sent < due; sent++) {
                waiting.add(began + (long) (sent * 1e9 / rate));
            }
            while (!waiting.isEmpty()) {
                Connection connection = idle.poll();
                if (connection == null && connections < mostConnections) {
                    connection = new Connection();
                }
                if (connection == null) {
                    break;
                }
                connection.send(waiting.remove());
            }
            selector.select(this::ready, 1);
            stolenTime.sample(now, acceptedCount);
            if ((now - began) / 1_000_000_000L > second) {
                second++;
                System.out.printf(
                        "%3d s: sent %d, accepted %d, 503 %d, other %d, broken %d, connections %d, not yet sent %d, slowest %.0f ms%n",
                        second,
                        sent,
                        acceptedCount,
                        shedCount,
                        otherCount,
                        broken,
                        connections,
                        waiting.size(),
                        slowest / 1e6);
                slowest = 0;
            }
        }
        double took = (System.nanoTime() - countedFrom) / 1e9;
        long[] undisturbed = stolenTime.undisturbed(accepted);
        System.out.printf(
                "%s; of the %d accepted in the others p50 %s, p99 %s%n",
                stolenTime,
                undisturbed.length,
                percentile(undisturbed, undisturbed.length, 50),
                percentile(undisturbed, undisturbed.length, 99));
        System.out.printf(
                "offered %d/s for %d s: accepted %.0f/s (p50 %s, p99 %s; once sent p50 %s, p99 %s), shed with 503 %.0f/s (p50 %s, p99 %s), other %d, broken %d%n",
                rate,
                seconds,
                acceptedCount / took,
                percentile(accepted, acceptedCount, 50),
                percentile(accepted, acceptedCount, 99),
                percentile(acceptedOnceSent, acceptedCount, 50),
                percentile(acceptedOnceSent, acceptedCount, 99),
                shedCount / took,
                percentile(shed, shedCount, 50),
                percentile(shed, shedCount, 99),
                otherCount,
                broken);
    }

    private static String percentile(long[] values, int count, int percent) {
        if (count == 0) {
            return "-";
        }
        long[] sorted = Arrays.copyOf(values, Math.min(count, values.length));
        Arrays.sort(sorted);
        return "%.1f ms".formatted(sorted[(int) ((sorted.length - 1L) * percent / 100)] / 1e6);
    }

    private void ready(SelectionKey key) {
        ((Connection) key.attachment()).ready();
    }

    /** One keep-alive connection with at most one award in flight. */
    private final class Connection {

        private final SocketChannel channel;
        private final SelectionKey key;
        private final ByteBuffer input = ByteBuffer.allocate(4096);
        private @Nullable ByteBuffer output;
        private long due;
        private long sentAt;

        Connection() throws IOException {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(address);
            key = channel.register(selector, SelectionKey.OP_CONNECT, this);
            connections++;
        }

        void send(long dueAt) {
            due = dueAt;
            sentAt = System.nanoTime();
            output = requests[ThreadLocalRandom.current().nextInt(requests.length)].duplicate();
            if (channel.isConnected()) {
                ready();
            }
        }

        void ready() {
            try {
                if (!channel.isConnected() && !channel.finishConnect()) {
                    return;
                }
                if (output != null) {
                    channel.write(output);
                    key.interestOps(output.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
                    output = output.hasRemaining() ? output : null;
                } else if (channel.read(input) < 0) {
                    throw new IOException("closed");
                } else {
                    read();
                }
            } catch (IOException failed) {
                broken++;
                connections--;
                key.cancel();
                close();
            }
        }

        private void close() {
            try {
                channel.close();
            } catch (IOException alreadyGone) {
                broken++;
            }
        }

        private void read() {
            String text = new String(input.array(), 0, input.position(), StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            if (end < 0) {
                return;
            }
            int at = text.toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
            int length = at < 0 || at > end ? 0 : Integer.parseInt(text.substring(at + 16, text.indexOf("\r\n", at)));
            if (input.position() < end + 4 + length) {
                return;
            }
            input.clear();
            idle.add(this);
            long now = System.nanoTime();
            long took = now - due;
            slowest = Math.max(slowest, took);
            if (due < countedFrom) {
                return;
            }
            if (text.startsWith("HTTP/1.1 200")) {
                int place = Math.min(acceptedCount++, accepted.length - 1);
                accepted[place] = took;
                acceptedOnceSent[place] = now - sentAt;
            } else if (text.startsWith("HTTP/1.1 503")) {
                shed[Math.min(shedCount++, shed.length - 1)] = took;
            } else {
                otherCount++;
            }
        }
    }
}
