package encore.infra.standalone;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.springframework.boot.ssl.pem.PemContent;

/** Speaks TLS to clients of a server that does not, with a certificate for {@code localhost}. */
record TlsFront(SSLServerSocket listening, URI behind) implements AutoCloseable {

    private static final char[] PASSWORD = "public".toCharArray();

    /** @param certificate a PEM file that holds its key as well */
    static TlsFront before(String uri, Path certificate) throws IOException, GeneralSecurityException {
        PemContent pem = PemContent.load(certificate);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "server", pem.getPrivateKey(), PASSWORD, pem.getCertificates().toArray(Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        TlsFront front = new TlsFront(
                (SSLServerSocket)
                        context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                URI.create(uri));
        Thread.ofVirtual().name("tls-front").start(front::accept);
        return front;
    }

    String uri() {
        return "mongodb://localhost:" + listening.getLocalPort() + behind.getPath() + "?tls=true";
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(behind.getHost(), behind.getPort());
                Thread.ofVirtual().name("tls-front").start(() -> pump(client, server));
                Thread.ofVirtual().name("tls-front").start(() -> pump(server, client));
            } catch (IOException e) {
                // Closed, or nobody there: the client will notice.
            }
        }
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One of the two has gone.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
