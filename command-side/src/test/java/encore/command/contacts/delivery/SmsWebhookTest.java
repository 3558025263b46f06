package encore.command.contacts.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import encore.command.contacts.delivery.MessageChannel.Result;
import encore.command.contacts.delivery.MessageSettings.Sms;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.CodeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmsWebhookTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final OutgoingMessage MESSAGE =
            new OutgoingMessage("7-r", "+4915112345678", CodeMessage.of(ContactKind.PHONE, "Søren's", "012345"));

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 204;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        headers.add(Map.copyOf(exchange.getRequestHeaders()));
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_message_is_signed_and_names_its_request() throws Exception {
        assertThat(channel().send(MESSAGE)).isEqualTo(Result.SENT);
        assertThat(bodies)
                .containsExactly("{\"to\":\"+4915112345678\",\"text\":\"Søren's: your code is 012345."
                        + " It is valid for 10 minutes.\",\"message_id\":\"7-r\"}");
        new Webhook(SECRET).verify(bodies.getFirst(), HttpHeaders.of(headers.getFirst(), (name, value) -> true));
    }

    @ParameterizedTest
    @CsvSource({
        "200, SENT",
        "204, SENT",
        "302, REJECTED",
        "400, REJECTED",
        "404, REJECTED",
        "408, UNREACHABLE",
        "429, UNREACHABLE",
        "500, UNREACHABLE",
        "503, UNREACHABLE"
    })
    void the_status_decides_and_no_redirect_is_followed(int answered, Result result) {
        status = answered;
        assertThat(channel().send(MESSAGE)).isEqualTo(result);
        assertThat(bodies).hasSize(1);
    }

    @Test
    void a_webhook_that_nobody_serves_is_unreachable() {
        MessageChannel channel = channel();
        server.stop(0);
        assertThat(channel.send(MESSAGE)).isEqualTo(Result.UNREACHABLE);
    }

    private MessageChannel channel() {
        return new SmsWebhook(
                new Sms(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/sms"), SECRET));
    }
}
