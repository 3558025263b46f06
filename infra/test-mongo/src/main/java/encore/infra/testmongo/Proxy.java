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

/** A network that a test can make slow, cut and mend, between a client and a server on this machine. */
public final class Proxy implements AutoCloseable {

    private static final OnItsWay END = new OnItsWay(0, new byte[0]);

    private final InetSocketAddress target;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final LongAdder messages = new LongAdder();
    private volatile long delayMillis;
    private volatile boolean down;
    private volatile boolean swallows;
    private volatile boolean frozen;

    private Proxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("proxy").start(this::accept);
    }

    /** To the server of a {@code mongodb://host:port/…} address with one host. */
    public static Proxy to(String uri) {
        String hostAndPort = uri.substring(uri.indexOf("://") + 3).replaceAll("[/?].*", "");
        int colon = hostAndPort.lastIndexOf(':');
        try {
            return new Proxy(new InetSocketAddress(
                    hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same address through here. */
    public String uri(String direct) {
        return direct.replaceFirst("://[^/?]*", "://127.0.0.1:" + listening.getLocalPort());
    }

    /** Each way. */
    public void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    /** Cuts what is open and lets nothing in. */
    public void cut() {
        down = true;
        open.forEach(Proxy::close);
    }

    /** Lets requests through and answers no more, then cuts: what was asked is done, and nobody is told. */
    public void swallowAnswers() {
        swallows = true;
    }

    /** Lets nothing through either way and keeps all connections open, as a frozen link does. */
    public void freeze() {
        frozen = true;
    }

    /** Lets everything through that was held back, in order. */
    public void thaw() {
        frozen = false;
    }

    public void mend() {
        open.forEach(Proxy::close);
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
                // Closed, or nobody there: the client will notice.
            }
        }
    }

    /** How many messages clients have sent so far: what a client waits for, plus what the driver asks for itself. */
    public long messages() {
        return messages.sum();
    }

    /** Reads on while what came before is on its way: a long line holds as much as is put in. */
    private void pump(Socket from, Socket to, boolean answers) {
        BlockingQueue<OnItsWay> line = new LinkedBlockingQueue<>();
        Thread.ofVirtual().name("proxy").start(() -> deliver(line, to, answers));
        try (from) {
            InputStream input = from.getInputStream();
            byte[] buffer = new byte[64 << 10];
            Heads heads = new Heads();
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                if (!answers) {
                    messages.add(heads.in(buffer, read));
                }
                line.add(new OnItsWay(
                        System.nanoTime() + Duration.ofMillis(delayMillis).toNanos(), Arrays.copyOf(buffer, read)));
            }
        } catch (IOException e) {
            // Cut.
        } finally {
            line.add(END);
            open.remove(from);
        }
    }

    private void deliver(BlockingQueue<OnItsWay> line, Socket to, boolean answers) {
        try (to) {
            OutputStream output = to.getOutputStream();
            for (OnItsWay next = line.take(); next != END; next = line.take()) {
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
            // Cut.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(to);
        }
    }

    /** Bytes, and when they arrive. */
    private record OnItsWay(long due, byte[] bytes) {}

    /** Finds where messages begin in what a client sends: each starts with its length, four bytes, the least first. */
    private static final class Heads {

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
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
