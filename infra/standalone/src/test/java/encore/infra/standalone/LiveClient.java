package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain client of {@code /ws}; one that does not read takes nothing from the network until it is asked to. */
final class LiveClient implements WebSocket.Listener {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** All that the test on this thread, or a thread that it has begun, opened. */
    private static final InheritableThreadLocal<Queue<LiveClient>> OPENED = new InheritableThreadLocal<>();

    private final BlockingQueue<JsonNode> frames = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();

    /** The frame that was taken last. */
    private volatile @Nullable JsonNode last;

    private final WebSocket socket;
    private final boolean reads;

    LiveClient(String url) throws Exception {
        this(url, true, Map.of());
    }

    private LiveClient(String url, boolean reads, Map<String, String> headers) throws Exception {
        this(HTTP, url, reads, headers);
    }

    private LiveClient(HttpClient http, String url, boolean reads, Map<String, String> headers) throws Exception {
        this.reads = reads;
        WebSocket.Builder opening = http.newWebSocketBuilder();
        headers.forEach(opening::header);
        socket = opening.buildAsync(URI.create(url.replace("http", "ws") + "/ws"), this)
                .get(5, TimeUnit.SECONDS);
        Queue<LiveClient> opened = OPENED.get();
        if (opened != null) {
            opened.add(this);
        }
    }

    /** Keeps what the test on this thread opens from now on. */
    static void keepAll() {
        OPENED.set(new ConcurrentLinkedQueue<>());
    }

    /** Cuts all off that the test has opened: how many are there is recorded as long as somebody is. */
    static void cutOffAll() {
        Queue<LiveClient> opened = OPENED.get();
        // There is none when the test could not begin.
        if (opened != null) {
            opened.forEach(LiveClient::cutOff);
            OPENED.remove();
        }
    }

    /** A client that connects from an address of this machine. */
    static LiveClient from(String url, InetAddress address) throws Exception {
        return new LiveClient(HttpClient.newBuilder().localAddress(address).build(), url, true, Map.of());
    }

    static LiveClient at(String url, String origin) throws Exception {
        return new LiveClient(url, true, Map.of("Origin", origin));
    }

    /** A page that was opened with a console's cookie. */
    static LiveClient at(String url, String origin, String cookie) throws Exception {
        return new LiveClient(url, true, Map.of("Origin", origin, "Cookie", cookie));
    }

    /** One that has joined a room. A client has a few seconds for that, so what it shows is got before it connects. */
    static LiveClient joined(String url, String data) throws Exception {
        LiveClient client = new LiveClient(url);
        client.join(data);
        return client;
    }

    /** One that has asked to join a room; the acknowledgement is still to come. */
    static LiveClient joining(String url, String data) throws Exception {
        LiveClient client = new LiveClient(url);
        client.send("join", data);
        return client;
    }

    /** One that has shown the pair of this account. */
    static LiveClient of(Api api) throws Exception {
        LiveClient client = new LiveClient(api.url());
        JsonNode answer = client.auth(api);
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
        return client;
    }

    static LiveClient thatDoesNotRead(Api api) throws Exception {
        LiveClient client = new LiveClient(api.url(), false, Map.of());
        client.send("auth", pair(api));
        return client;
    }

    /** Returns all events of an account, as followers see them. It makes a fan, whose event is the last. */
    static List<JsonNode> events(Api api) throws Exception {
        long last = api.fan(SentCodes.email("last"));
        LiveClient client = of(api).following("{\"stream\":\"events\",\"after\":0}");
        List<JsonNode> events = new ArrayList<>();
        do {
            events.add(client.next());
        } while (events.getLast().at("/data/fan_id").asLong() != last);
        client.cutOff();
        return events;
    }

    JsonNode auth(Api api) throws Exception {
        return ask("auth", pair(api));
    }

    private static String pair(Api api) {
        return "{\"api_key\":\"" + api.headers().get("Api-Key") + "\",\"api_secret\":\""
                + api.headers().get("Api-Secret") + "\"}";
    }

    /** Follows a stream, and waits for the acknowledgement. */
    LiveClient following(String request) throws Exception {
        JsonNode answer = ask("subscribe", request);
        assertThat(answer.get("ok").asBoolean()).as("%s: %s", request, answer).isTrue();
        return this;
    }

    /** What asks for the history of a fan's points after a position. */
    static String history(long fan, String pointUid, long after) {
        return "{\"stream\":\"points.history\",\"fan_id\":" + fan + ",\"point_uid\":\"" + pointUid + "\",\"after\":"
                + after + "}";
    }

    void send(String event, String data) throws Exception {
        send(event, "1", data);
    }

    void send(String event, String id, String data) throws Exception {
        socket.sendText("{\"event\":\"" + event + "\",\"id\":" + id + ",\"data\":" + data + "}", true)
                .get(5, TimeUnit.SECONDS);
    }

    /** Sends a frame. The connection may be closed. */
    void trySend(String event, String data) throws InterruptedException {
        trySend(event, "1", data);
    }

    void trySend(String event, String id, String data) throws InterruptedException {
        try {
            send(event, id, data);
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Exception closedBefore) {
            assertThat(closed).as("%s", closedBefore).succeedsWithin(Duration.ofSeconds(10));
        }
    }

    JsonNode next() throws InterruptedException {
        JsonNode frame = frames.poll(60, TimeUnit.SECONDS);
        assertThat(frame)
                .as("a frame behind %s, closed: %s", last, closed.getNow(null))
                .isNotNull();
        last = frame;
        return frame;
    }

    /** Returns the next acknowledgement. Frames that come before it are passed over. */
    JsonNode answer() throws InterruptedException {
        JsonNode frame = next();
        while (!frame.has("ack")) {
            frame = next();
        }
        return frame;
    }

    /**
     * Sends a frame; returns the acknowledgement. A gateway that has no time now, or has heard nothing for a second, as on a
     * busy machine, is asked again.
     */
    JsonNode ask(String event, String data) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        send(event, data);
        JsonNode answer = answer();
        while (answer.at("/error/status").asInt() == 503 && System.nanoTime() < deadline) {
            Thread.sleep(200);
            send(event, data);
            answer = answer();
        }
        return answer;
    }

    /** Joins a room; returns the acknowledgement. */
    JsonNode join(String data) throws Exception {
        JsonNode answer = ask("join", data);
        assertThat(answer.get("ok").asBoolean()).as("%s", answer).isTrue();
        return answer;
    }

    /** The counts of the next awards that it gets. */
    List<Long> counts(int frames) throws InterruptedException {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < frames; i++) {
            counts.add(next().at("/data/point_count").asLong());
        }
        return counts;
    }

    /** Whether nothing is there but what was taken. */
    boolean isQuiet() {
        return frames.isEmpty();
    }

    void readAll() {
        socket.request(Long.MAX_VALUE);
    }

    int closed() throws Exception {
        return closed.get(10, TimeUnit.SECONDS);
    }

    boolean isClosed() {
        return closed.isDone();
    }

    void cutOff() {
        socket.abort();
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (reads) {
            opened.request(1);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            frames.add(JsonMapper.shared().readTree(text.toString()));
            text.setLength(0);
        }
        if (reads) {
            from.request(1);
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        closed.complete(status);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
        closed.completeExceptionally(failure);
    }
}
