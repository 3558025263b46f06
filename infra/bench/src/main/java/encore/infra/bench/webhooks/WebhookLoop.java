package encore.infra.bench.webhooks;

import com.sun.net.httpserver.HttpServer;
import encore.kernel.webhooks.signing.WebhookSignature;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The two ends that {@code webhook_rate} compares deliveries with: a receiver, and a bare loop of the JDK's client that signs
 * in the same way. {@code receive} prints its address, and then the number of messages, the number of the first arrivals and their
 * seconds for each line that it reads. {@code send <url> <count> <threads>} prints messages per second.
 */
final class WebhookLoop {

    private static final int BODY = 330;

    private WebhookLoop() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("receive")) {
            receive();
        } else {
            send(URI.create(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
        }
    }

    private static void receive() throws IOException {
        var count = new AtomicLong();
        var first = new AtomicLong();
        var last = new AtomicLong();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 1_024);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            long now = System.nanoTime();
            first.compareAndSet(0, now);
            last.accumulateAndGet(now, Math::max);
            count.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
        // Each line asks for the figures; "new" begins anew.
        for (String line = readLine(); line != null; line = readLine()) {
            System.out.printf("%d %.3f%n", count.get(), (last.get() - first.get()) / 1e9);
            if (line.equals("new")) {
                count.set(0);
                first.set(0);
                last.set(0);
            }
        }
        server.stop(0);
    }

    private static @Nullable String readLine() throws IOException {
        var line = new StringBuilder();
        int read = System.in.read();
        while (read >= 0 && read != '\n') {
            line.append((char) read);
            read = System.in.read();
        }
        return read < 0 ? null : line.toString();
    }

    private static void send(URI url, int count, int threads) throws Exception {
        byte[] body = "x".repeat(BODY).getBytes(StandardCharsets.UTF_8);
        byte[] secret = new byte[32];
        var next = new AtomicLong();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        long began = System.nanoTime();
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                pool.submit(() -> {
                    for (long id = next.incrementAndGet(); id <= count; id = next.incrementAndGet()) {
                        long now = Instant.now().getEpochSecond();
                        HttpRequest request = HttpRequest.newBuilder(url)
                                .timeout(Duration.ofSeconds(15))
                                .header("Content-Type", "application/json")
                                .header("webhook-id", "message-" + id)
                                .header("webhook-timestamp", Long.toString(now))
                                .header(
                                        "webhook-signature",
                                        WebhookSignature.sign(List.of(secret), "message-" + id, now, body))
                                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                .build();
                        client.send(request, HttpResponse.BodyHandlers.discarding());
                    }
                    return null;
                });
            }
        }
        System.out.printf("%.0f%n", count / ((System.nanoTime() - began) / 1e9));
    }
}
