package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Requests and frames that no decoder accepts, each with a secret in it. The log must not show the secret. */
@RunsOn(value = Arrangement.EMBEDDED, because = "the ports and the log are the gateway's, whatever stands behind it")
@Isolated("the log is the whole process's: other tests start servers, and send what cannot be read, as well")
class LibraryLogsJourneyTest extends Journey {

    private static final String MARK = "Qzsecretmark";
    private static final String REST = "Host: x\r\nConnection: close\r\n\r\n";
    private static final String UPGRADE = " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
    private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    private static final String GOOD = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";

    /** The most characters that one mistake of a caller may add to the log. */
    private static final int ONE_LINE = 300;

    private final LoggedLines lines = new LoggedLines();

    @AfterEach
    void stop() {
        lines.close();
    }

    @Test
    void a_request_that_cannot_be_read_is_refused_and_is_one_line_of_the_log_at_most() throws IOException {
        for (Map.Entry<String, String> request : requests().entrySet()) {
            lines.clear();
            String answer = exchange(httpPort(), request.getValue().getBytes(StandardCharsets.ISO_8859_1));
            assertThat(answer)
                    .as(request.getKey())
                    .doesNotContain("HTTP/1.1 500")
                    .doesNotContain(MARK);
            assertThat(answer)
                    .as(request.getKey())
                    .containsPattern("HTTP/1[.][01] " + (request.getKey().startsWith("ok") ? "" : "[45]"));
            assertLittleIsLogged(request.getKey());
        }
    }

    @Test
    void the_same_after_a_request_that_can_be_read() throws IOException {
        for (Map.Entry<String, String> request : requests().entrySet()) {
            lines.clear();
            String answer = exchange(httpPort(), (GOOD + request.getValue()).getBytes(StandardCharsets.ISO_8859_1));
            assertThat(answer).as(request.getKey()).startsWith("HTTP/1.1 200").doesNotContain("HTTP/1.1 500");
            assertLittleIsLogged(request.getKey());
        }
    }

    @Test
    void an_unsupported_version_of_http_and_of_websockets_has_its_own_answer() throws IOException {
        assertThat(send("GET /" + MARK + " HTTP/2.0\r\n" + REST)).startsWith("HTTP/1.1 505");
        assertThat(send("GET /" + MARK + " HTTP/1.1\r\nHost: x:99999\r\n\r\n")).startsWith("HTTP/1.1 400");
        for (String path : List.of("/ws", "/rsocket")) {
            for (String version : List.of("Sec-WebSocket-Version: 77\r\n", "Sec-WebSocket-Version: x\r\n", "")) {
                assertThat(send("GET " + path + "?api_secret=" + MARK + UPGRADE + KEY + version + "\r\n"))
                        .startsWith("HTTP/1.1 426")
                        .containsIgnoringCase("\r\nSec-WebSocket-Version: 13\r\n")
                        .contains("/problems/websocket-version");
            }
        }
        String metrics = encore().management().get("/metrics").mustBe(200).text();
        assertThat(metrics)
                .containsPattern("encore_websocket_versions_refused_total [1-9]")
                .containsPattern("encore_requests_unreadable_total [1-9]");
    }

    @Test
    void a_frame_that_cannot_be_read_ends_its_connection_and_is_one_line_of_the_log_at_most() throws IOException {
        for (Map.Entry<String, byte[]> frames : webSocketFrames().entrySet()) {
            lines.clear();
            for (String path : List.of("/ws", "/rsocket")) {
                byte[] opening = ("GET " + path + UPGRADE + KEY + "Sec-WebSocket-Version: 13\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
                assertThat(exchange(httpPort(), opening, frames.getValue()))
                        .as(frames.getKey())
                        .startsWith("HTTP/1.1 101");
            }
            assertLittleIsLogged(frames.getKey());
        }
    }

    @Test
    void an_rsocket_frame_that_cannot_be_read_has_an_error_and_is_one_line_of_the_log_at_most() throws IOException {
        for (Map.Entry<String, byte[]> frames : rsocketFrames().entrySet()) {
            lines.clear();
            String answer = exchange(encore().rsocketPort(), frames.getValue());
            assertThat(answer)
                    .as(frames.getKey())
                    .doesNotContain("/problems/internal")
                    .doesNotContain(MARK);
            assertLittleIsLogged(frames.getKey());
        }
        byte[] longMime = framed(setup(255, MARK));
        assertThat(exchange(encore().rsocketPort(), longMime)).contains("/problems/setup");
        assertThat(encore().management().get("/metrics").mustBe(200).text())
                .containsPattern("encore_live_unreadable_total [1-9]");
    }

    private void assertLittleIsLogged(String name) {
        assertThat(lines.all()).as(name).noneMatch(line -> line.contains(MARK)).hasSizeLessThan(2);
        assertThat(String.join("\n", lines.all()).length()).as(name).isLessThan(ONE_LINE);
    }

    /** Returns requests by name. Those whose name begins with "ok" are accepted by HTTP. */
    private static Map<String, String> requests() {
        Map<String, String> requests = new LinkedHashMap<>();
        String query = "GET /x?api_secret=" + MARK;
        requests.put("version 2", query + " HTTP/2.0\r\n" + REST);
        requests.put("version 9", query + " HTTP/9.9\r\n" + REST);
        requests.put("version word", query + " HTTP/" + MARK + "\r\n" + REST);
        requests.put("no version", query + "\r\n" + REST);
        requests.put("one word", MARK + "\r\n" + REST);
        requests.put("spaces", "GET /x y " + MARK + " HTTP/1.1\r\n" + REST);
        requests.put("preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + MARK);
        requests.put("bytes", "\u0016\u0003\u0001\u0002\u0000\u0001" + MARK + "\r\n\r\n");
        for (String host :
                List.of(MARK + " x", "x:99999", "x:" + MARK, "[" + MARK, "x/" + MARK, "a@b?" + MARK, "a:1:2")) {
            requests.put("host " + host, query + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        }
        requests.put("no host", query + " HTTP/1.1\r\nX: " + MARK + "\r\n\r\n");
        requests.put("two hosts", query + " HTTP/1.1\r\nHost: x\r\nHost: " + MARK + "\r\n\r\n");
        for (String target : List.of(
                "http://[" + MARK + "/",
                "http://" + MARK + ":99999/",
                "//" + MARK,
                MARK,
                "*",
                "http:",
                "/%zz" + MARK)) {
            requests.put("target " + target, "GET " + target + " HTTP/1.1\r\n" + REST);
        }
        for (String header : List.of(
                MARK,
                "Api Secret: " + MARK,
                ": " + MARK,
                "X: a\u0000" + MARK,
                "X: a\u000b" + MARK,
                "Content-Length: " + MARK,
                "Content-Length: -1" + MARK,
                "Content-Length: 1\r\nContent-Length: 2" + MARK,
                "Content-Length: 3\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: " + MARK,
                "X: 1\r\n " + MARK)) {
            requests.put("header " + header, "POST /x HTTP/1.1\r\n" + header + "\r\n" + REST + MARK);
        }
        requests.put("chunk size", "POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + REST + MARK + "\r\n");
        requests.put("long line", "GET /" + MARK.repeat(10_000) + " HTTP/1.1\r\n" + REST);
        requests.put("long header", query + " HTTP/1.1\r\nX: " + MARK.repeat(10_000) + "\r\n" + REST);
        for (String header : List.of(
                "Cookie: =" + MARK + ";;,\u0001".strip(),
                "Expect: " + MARK,
                "Accept: " + MARK,
                "Content-Type: " + MARK + ";" + MARK,
                "Forwarded: for=" + MARK,
                "X-Forwarded-For: " + MARK,
                "X-Forwarded-Port: " + MARK,
                "If-Modified-Since: " + MARK,
                "Range: " + MARK,
                "Authorization: Basic " + MARK,
                "Origin: " + MARK,
                "Upgrade: h2c\r\nHTTP2-Settings: " + MARK)) {
            requests.put("ok " + header, query + " HTTP/1.1\r\n" + header + "\r\n" + REST);
        }
        for (String body : List.of("{\"a\":" + MARK, "{\"" + MARK + "\":1e99999999999}", "\"" + MARK, "%zz" + MARK)) {
            for (String type :
                    List.of("application/json", "application/x-www-form-urlencoded", "multipart/form-data")) {
                requests.put(
                        "body " + body + type,
                        "POST /api/v1/crm/fans HTTP/1.1\r\nContent-Type: " + type + "\r\nContent-Length: "
                                + body.length() + "\r\n" + REST + body);
            }
        }
        for (String path : List.of("/ws", "/rsocket")) {
            String opened = path + "?api_secret=" + MARK + UPGRADE;
            requests.put(path + " version", "GET " + opened + KEY + "Sec-WebSocket-Version: 77\r\n\r\n");
            requests.put(path + " without a version", "GET " + opened + KEY + "\r\n");
            requests.put(path + " without a key", "GET " + opened + "Sec-WebSocket-Version: 13\r\n\r\n");
            requests.put(path + " post", "POST " + opened + KEY + "Sec-WebSocket-Version: 13\r\n\r\n");
            requests.put(path + " plain", "GET " + path + "?api_secret=" + MARK + " HTTP/1.1\r\n" + REST);
            requests.put(
                    path + " of HTTP/1.0",
                    "GET " + opened.replace("HTTP/1.1", "HTTP/1.0") + "Sec-WebSocket-Version: 77\r\n\r\n");
        }
        return requests;
    }

    private static Map<String, byte[]> webSocketFrames() {
        Map<String, byte[]> frames = new LinkedHashMap<>();
        byte[] mark = MARK.getBytes(StandardCharsets.US_ASCII);
        frames.put("not masked", bytes(new byte[] {(byte) 0x81, (byte) mark.length}, mark));
        frames.put("reserved opcode", masked(0x83, mark));
        frames.put("reserved bit", masked(0xC1, mark));
        frames.put("continuation", masked(0x80, mark));
        frames.put("fragmented ping", masked(0x09, mark));
        frames.put("not UTF-8", masked(0x81, bytes(mark, new byte[] {(byte) 0xC0, (byte) 0xAF})));
        frames.put("no JSON", masked(0x81, mark));
        frames.put(
                "no event",
                masked(0x81, ("{\"event\":[\"" + MARK + "\"],\"data\":7}").getBytes(StandardCharsets.UTF_8)));
        frames.put(
                "no auth",
                masked(
                        0x81,
                        ("{\"event\":\"subscribe\",\"data\":{\"stream\":\"" + MARK + "\"}}")
                                .getBytes(StandardCharsets.UTF_8)));
        frames.put("close status", masked(0x88, bytes(new byte[] {0, 1}, mark)));
        frames.put("close of one byte", masked(0x88, new byte[] {3}));
        frames.put("binary", masked(0x82, mark));
        frames.put("too long", bytes(new byte[] {(byte) 0x81, (byte) 0xFF, 0, 0, 0, 1, 0, 0, 0, 0}, mark));
        frames.put(
                "negative length", bytes(new byte[] {(byte) 0x81, (byte) 0xFF, -1, -1, -1, -1, -1, -1, -1, -1}, mark));
        return frames;
    }

    private static Map<String, byte[]> rsocketFrames() {
        Map<String, byte[]> frames = new LinkedHashMap<>();
        frames.put("text", ("GET /?" + MARK + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        frames.put("empty frame", framed(new byte[0]));
        frames.put("half a header", framed(new byte[] {0, 0, 0}));
        frames.put("too long", bytes(new byte[] {-1, -1, -1}, MARK.getBytes(StandardCharsets.US_ASCII)));
        frames.put("MIME length", framed(setup(255, MARK)));
        frames.put("MIME type", framed(setup(MARK.length(), MARK + "\u0001x")));
        for (int type = 0; type < 64; type++) {
            for (int flags : List.of(0, 0x100, 0x1A0, 0x3FF)) {
                byte[] header = {0, 0, 0, (byte) (type == 1 ? 0 : 1), (byte) (type << 2 | flags >> 8), (byte) flags};
                frames.put("first frame " + type + " " + flags, framed(bytes(header, new byte[] {-1, -1, -1})));
                frames.put(
                        "frame " + type + " " + flags,
                        bytes(framed(setup(1, "a")), framed(bytes(header, MARK.getBytes(StandardCharsets.US_ASCII)))));
            }
        }
        return frames;
    }

    /** Returns a SETUP frame whose first MIME type claims a length. */
    private static byte[] setup(int mimeLength, String mime) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeInt(0)
                .writeShort(1 << 10)
                .writeShort(1)
                .writeShort(0)
                .writeInt(20_000)
                .writeInt(60_000);
        frame.writeByte(mimeLength).writeBytes(mime.getBytes(StandardCharsets.US_ASCII));
        frame.writeByte(1).writeBytes(new byte[] {'b'});
        return ByteBufUtil.getBytes(frame);
    }

    private static byte[] framed(byte[] frame) {
        return bytes(new byte[] {(byte) (frame.length >> 16), (byte) (frame.length >> 8), (byte) frame.length}, frame);
    }

    /** Returns a WebSocket frame whose mask is zero. */
    private static byte[] masked(int head, byte[] payload) {
        return bytes(new byte[] {(byte) head, (byte) (0x80 | payload.length), 0, 0, 0, 0}, payload);
    }

    private static byte[] bytes(byte[] first, byte[] second) {
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(first, second));
    }

    private int httpPort() {
        return URI.create(encore().url()).getPort();
    }

    private String send(String request) throws IOException {
        return exchange(httpPort(), request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends the parts one after another, and returns the bytes that come back, as Latin-1. */
    private static String exchange(int port, byte[]... parts) throws IOException {
        StringBuilder answer = new StringBuilder();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            for (byte[] part : parts) {
                socket.getOutputStream().write(part);
                socket.setSoTimeout(5_000);
                readSome(socket.getInputStream(), answer);
                socket.setSoTimeout(30);
                while (readSome(socket.getInputStream(), answer)) {
                    // Reads until the server is silent for a moment.
                }
            }
        } catch (SocketTimeoutException silent) {
            return answer.toString();
        } catch (IOException closed) {
            return answer.toString(); // The server closed the connection with bytes that it had not read.
        }
        return answer.toString();
    }

    private static boolean readSome(InputStream in, StringBuilder answer) throws IOException {
        byte[] some = new byte[8_192];
        try {
            int count = in.read(some);
            answer.append(new String(some, 0, Math.max(0, count), StandardCharsets.ISO_8859_1));
            return count > 0;
        } catch (SocketTimeoutException silent) {
            return false;
        }
    }
}
