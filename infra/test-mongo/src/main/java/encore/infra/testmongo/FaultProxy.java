package encore.infra.testmongo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** A proxy between a client and a server on this machine, which a test can slow down, cut and mend. */
public final class FaultProxy implements AutoCloseable {

    private static final DelayedBytes END = new DelayedBytes(0, new byte[0]);

    private final InetSocketAddress target;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final LongAdder messages = new LongAdder();
    private volatile long delayMillis;
    private volatile boolean down;
    private volatile boolean swallows;
    private volatile boolean frozen;

    private FaultProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("proxy").start(this::accept);
    }

    /** Opens a proxy to the server of a {@code mongodb://host:port/…} address with one host. */
    public static FaultProxy to(String uri) {
        String hostAndPort = uri.substring(uri.indexOf("://") + 3).replaceAll("[/?].*", "");
        int colon = hostAndPort.lastIndexOf(':');
        try {
            return new FaultProxy(new InetSocketAddress(
                    hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the address with the proxy's host and port. */
    public String uri(String direct) {
        return direct.replaceFirst("://[^/?]*", "://127.0.0.1:" + listening.getLocalPort());
    }

    /** Delays bytes in each direction. */
    public void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    /** Cuts open connections and refuses new ones. */
    public void cut() {
        down = true;
        open.forEach(FaultProxy::close);
    }

    /**
     * Passes on requests and drops their answers, then cuts the connections: the server executes the requests and the
     * client never learns of it.
     */
    public void swallowAnswers() {
        swallows = true;
    }

    /** Stops all bytes in both directions and keeps all connections open, as a frozen link does. */
    public void freeze() {
        frozen = true;
    }

    /** Passes on all the bytes that were stopped, in order. */
    public void thaw() {
        frozen = false;
    }

    public void mend() {
        open.forEach(FaultProxy::close);
        frozen = false;
        swallows = false;
        down = false;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (down) {
                    client.close();
                    continue;
                }
                client.setTcpNoDelay(true);
                Socket server = new Socket();
                server.connect(target);
                server.setTcpNoDelay(true);
                open.add(client);
                open.add(server);
                Thread.ofVirtual().name("proxy").start(() -> pump(client, server, false));
                Thread.ofVirtual().name("proxy").start(() -> pump(server, client, true));
            } catch (IOException e) {
                // The connection was closed or nobody listens: the client will notice.
            }
        }
    }

    /**
     * Returns the number of messages that clients have sent so far: those that a client waits for, and the driver's
     * own.
     */
    public long messages() {
        return messages.sum();
    }

    /** Reads bytes while earlier ones are still delayed, as a long line does. The line has no limit. */
    private void pump(Socket from, Socket to, boolean answers) {
        BlockingQueue<DelayedBytes> line = new LinkedBlockingQueue<>();
        Thread.ofVirtual().name("proxy").start(() -> deliver(line, to, answers));
        try (from) {
            InputStream input = from.getInputStream();
            byte[] buffer = new byte[64 << 10];
            MessageBoundaries messageBoundaries = new MessageBoundaries();
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                if (!answers) {
                    messages.add(messageBoundaries.in(buffer, read));
                }
                line.add(new DelayedBytes(
                        System.nanoTime() + Duration.ofMillis(delayMillis).toNanos(), Arrays.copyOf(buffer, read)));
            }
        } catch (IOException e) {
            // The connection was cut.
        } finally {
            line.add(END);
            open.remove(from);
        }
    }

    private void deliver(BlockingQueue<DelayedBytes> line, Socket to, boolean answers) {
        try (to) {
            OutputStream output = to.getOutputStream();
            for (DelayedBytes next = line.take(); next != END; next = line.take()) {
                TimeUnit.NANOSECONDS.sleep(next.due() - System.nanoTime());
                while (frozen && !to.isClosed()) {
                    Thread.sleep(5);
                }
                if (!(answers && swallows)) {
                    output.write(next.bytes());
                    output.flush();
                }
            }
        } catch (IOException e) {
            // The connection was cut.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(to);
        }
    }

    /** Bytes and the time of their arrival. */
    private record DelayedBytes(long due, byte[] bytes) {}

    /**
     * Finds the boundaries of a client's messages: each begins with its length in four bytes, the least significant
     * first.
     */
    private static final class MessageBoundaries {

        private long length;
        private int known;
        private long left;

        int in(byte[] bytes, int count) {
            int found = 0;
            for (int at = 0; at < count; ) {
                if (left > 0) {
                    int passed = (int) Math.min(left, count - at);
                    left -= passed;
                    at += passed;
                    continue;
                }
                length |= (bytes[at++] & 0xffL) << 8 * known;
                if (++known == 4) {
                    left = length - 4;
                    length = 0;
                    known = 0;
                    found++;
                }
            }
            return found;
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is already closed.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
