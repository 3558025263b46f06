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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network that a test can make slow, cut and mend, between a client and a server on this machine. */
public final class Proxy implements AutoCloseable {

    private final InetSocketAddress target;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
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

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[64 << 10];
        try (from;
                to) {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
                if (delayMillis > 0) {
                    Thread.sleep(delayMillis);
                }
                while (frozen && !to.isClosed()) {
                    Thread.sleep(5);
                }
                if (!(answers && swallows)) {
                    output.write(buffer, 0, read);
                    output.flush();
                }
            }
        } catch (IOException e) {
            // Cut.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(from);
            open.remove(to);
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
