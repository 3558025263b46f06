package encore.infra.standalone;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A page of a few lines, as a customer writes it, in a real browser: it joins a room of a show, chats, and shows the messages
 * as they come.
 */
class RoomInBrowserTest extends InBrowser {

    private static final String SCRIPT = "/socket.io.min.js";

    private static final String SOURCE = """
            <!doctype html><title>The show</title><ol></ol><form><input aria-label=Message></form>
            <script src="/socket.io.min.js"></script><script>
            const socket = io("%s", { transports: ["websocket"] });
            const mine = { account_id: %d, room_name: "%s" };
            socket.on("chat_message", ({ display_name, message }) =>
              document.querySelector("ol").insertAdjacentHTML("beforeend", `<li>${message}</li>`));
            socket.emit("join", { ...mine, session_uid: "%s" }, ({ ok }) => { document.title = ok ? "joined" : "refused"; });
            document.querySelector("form").onsubmit = (event) => {
              event.preventDefault();
              const message = document.querySelector("input").value;
              socket.emit("chat_message", { ...mine, message }, ({ ok }) => { document.title = ok ? "said" : "refused"; });
            };
            </script>""";

    @RegisterExtension
    final NodeClients programs = new NodeClients();

    @Test
    void a_page_joins_chats_and_shows_a_message_that_is_script_harmlessly() throws Exception {
        PreparedShow show = PreparedShow.of(api);
        String session = show.fan();
        NodeRoomClient other = new NodeRoomClient(programs, api, NodeRoomClient.Door.WS);
        other.join(show.account(), session, show.lobby(), null);
        HttpServer site = site(SOURCE.formatted(api.url(), show.account(), show.lobby(), show.fan()));
        try {
            chat(show, other, "http://127.0.0.1:" + site.getAddress().getPort() + "/show");
        } finally {
            site.stop(0);
        }
    }

    private void chat(PreparedShow show, NodeRoomClient other, String address) throws Exception {
        page.navigate(address);
        assertThat(page).hasTitle("joined");

        page.getByLabel("Message").fill("Hello & welcome");
        page.keyboard().press("Enter");
        assertThat(page).hasTitle("said");
        assertThat(page.locator("li").first()).hasText("Hello & welcome");
        assertThat(other.next().at("/data/message").asString()).isEqualTo("Hello &amp; welcome");

        String script = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>'\"`${1}";
        show.say(other, script);
        assertThat(page.locator("li").nth(1)).hasText(script);
        assertThat(page.locator("li img")).hasCount(0);
        assertThat(page.locator("li script")).hasCount(0);
        assertThat(page.evaluate("() => window.hacked === undefined")).isEqualTo(true);
    }

    /** Serves the page at an origin of its own: a browser lets no page from elsewhere connect to this machine. */
    private static HttpServer site(String source) throws IOException {
        HttpServer site = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        site.createContext("/", exchange -> {
            boolean isScript = exchange.getRequestURI().getPath().equals(SCRIPT);
            byte[] content = isScript
                    ? Files.readAllBytes(
                            Path.of("target/node-clients/node_modules/socket.io-client/dist/socket.io.min.js"))
                    : source.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders()
                    .set("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        site.start();
        return site;
    }
}
