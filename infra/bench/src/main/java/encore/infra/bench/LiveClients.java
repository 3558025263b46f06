package encore.infra.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs many clients of {@code /ws} in one process. live_latency.py, live_fanout.py and live_cuts.py start it and
 * describe the measurement.
 *
 * <p>Arguments: {@code latency} or {@code fanout}, port, api key, api secret, point_uid, fan ids separated by commas,
 * awards a second, seconds, clients; or {@code cuts}, port, api key, api secret, clients, the start position, and then
 * on standard input a line with the end position.
 */
public final class LiveClients {

    /** Stands for a position that was not seen. */
    private static final long NEVER = 0;

    /**
     * Seconds of warm-up. Before the server's code is compiled, the compiler uses the same cores and would be measured.
     */
    private static final int WARM_UP = 45;

    private static final int MAX_EVENTS = 2_000_000;

    private final String base;
    private final String key;
    private final String secret;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);

    private LiveClients(String port, String key, String secret) {
        this.base = "127.0.0.1:" + port;
        this.key = key;
        this.secret = secret;
    }

    public static void main(String[] args) throws Exception {
        var all = new LiveClients(args[1], args[2], args[3]);
        switch (args[0]) {
            case "latency" -> all.latency(args);
            case "fanout" -> all.fanout(args);
            case "cuts" -> all.cuts(Integer.parseInt(args[4]), Long.parseLong(args[5]));
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.exit(0);
    }

    /** Measures followers of all events: the time until each saw an award, from its answer and from its sending. */
    private void latency(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[7]);
        int clients = Integer.parseInt(args[8]);
        var seen = new AtomicLongArray[clients];
        for (int i = 0; i < clients; i++) {
            AtomicLongArray mine = new AtomicLongArray(MAX_EVENTS);
            seen[i] = mine;
            connect("{\"stream\":\"events\"}", frame -> {
                        if (frame.startsWith("{\"event\":\"snapshot\"") || !frame.startsWith("{\"event\":")) {
                            return;
                        }
                        mine.set((int) position(frame), System.nanoTime());
                    })
                    .join();
        }
        var awardLoad = new AwardLoad(args);
        awardLoad.run(WARM_UP);
        awardLoad.forget();
        mark("begin");
        awardLoad.run(seconds);
        mark("end");
        Thread.sleep(1_000);
        List<Long> sinceAnswer = new ArrayList<>();
        List<Long> sinceSent = new ArrayList<>();
        int missing = 0;
        for (int position = 1; position < MAX_EVENTS; position++) {
            long answered = awardLoad.answered.get(position);
            for (int i = 0; answered != NEVER && i < clients; i++) {
                long at = seen[i].get(position);
                if (at == NEVER) {
                    missing++;
                } else {
                    sinceAnswer.add(Math.max(0, at - answered));
                    sinceSent.add(at - awardLoad.sent.get(position));
                }
            }
        }
        System.out.printf(
                "%,d awards/s answered, %d failed, %d followers, %d frames missing; event to follower since the answer:"
                        + " p50 %s, p99 %s, worst %s; since the award was sent: p50 %s, p99 %s%n",
                awardLoad.done.get() / seconds,
                awardLoad.failed.get(),
                clients,
                missing,
                percentile(sinceAnswer, 50),
                percentile(sinceAnswer, 99),
                percentile(sinceAnswer, 100),
                percentile(sinceSent, 50),
                percentile(sinceSent, 99));
    }

    /** Measures followers of one board: the number of frames of each, and whether each has the last balances. */
    private void fanout(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[7]);
        int clients = Integer.parseInt(args[8]);
        var frames = new AtomicInteger[clients];
        var last = new AtomicLong[clients];
        List<CompletableFuture<?>> opening = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            AtomicInteger count = new AtomicInteger();
            AtomicLong position = new AtomicLong();
            frames[i] = count;
            last[i] = position;
            opening.add(connect("{\"stream\":\"leaderboard." + args[4] + "\"}", frame -> {
                if (frame.startsWith("{\"event\":")) {
                    count.incrementAndGet();
                    position.set(position(frame));
                }
            }));
            if (i % 100 == 99) {
                opening.forEach(CompletableFuture::join);
            }
        }
        opening.forEach(CompletableFuture::join);
        var awardLoad = new AwardLoad(args);
        awardLoad.run(WARM_UP);
        Thread.sleep(500);
        awardLoad.forget();
        Arrays.stream(frames).forEach(count -> count.set(0));
        mark("begin");
        awardLoad.run(seconds);
        mark("end");
        Thread.sleep(1_000);
        long newest = awardLoad.newest.get();
        long behind = Arrays.stream(last).filter(at -> at.get() < newest).count();
        double most = Arrays.stream(frames).mapToInt(AtomicInteger::get).max().orElse(0) / (double) seconds;
        double least = Arrays.stream(frames).mapToInt(AtomicInteger::get).min().orElse(0) / (double) seconds;
        System.out.printf(
                "%d followers, %,d changes/s, %d failed: %.1f to %.1f frames/s for each; %d do not know the last change%n",
                clients, awardLoad.done.get() / seconds, awardLoad.failed.get(), least, most, behind);
    }

    /**
     * Checks followers that are cut off at random and reconnect: at the end each has seen the same as a follower that
     * was never cut off.
     */
    private void cuts(int clients, long from) throws Exception {
        List<ReconnectingFollower> followers = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            var follower = new ReconnectingFollower(from);
            followers.add(follower);
            clock.schedule(follower::connect, i * 5L, TimeUnit.MILLISECONDS);
        }
        mark("begin");
        long until = Long.parseLong(new String(System.in.readNBytes(20)).strip());
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < deadline && followers.stream().anyMatch(one -> one.seen < until)) {
            Thread.sleep(50);
        }
        var whole = new ReconnectingFollower(from);
        whole.patient = true;
        whole.connect();
        while (System.nanoTime() < deadline && whole.seen < until) {
            Thread.sleep(50);
        }
        long cut = followers.stream().mapToLong(one -> one.cuts).sum();
        long repeated = followers.stream().mapToLong(one -> one.repeated).sum();
        long unequal = followers.stream()
                .filter(one -> one.count != whole.count || one.hash != whole.hash)
                .count();
        System.out.printf(
                "%d followers, %,d events each, %,d cuts: %d saw something else than the log, %d frames out of order%n",
                clients, whole.count, cut, unequal, repeated);
    }

    private static void mark(String name) {
        System.out.println(name);
        System.out.flush();
    }

    private static long position(String frame) {
        int at = frame.indexOf("\"position\":") + 11;
        int end = at;
        while (Character.isDigit(frame.charAt(end))) {
            end++;
        }
        return Long.parseLong(frame, at, end, 10);
    }

    private static String percentile(List<Long> nanos, int percent) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted.length == 0
                ? "-"
                : "%.1f ms".formatted(sorted[(int) ((sorted.length - 1L) * percent / 100)] / 1e6);
    }

    private CompletableFuture<WebSocket> connect(String subscription, Consumer<String> frames) {
        var listener = new FrameAssembler(frames, () -> {});
        return open(listener, subscription);
    }

    private CompletableFuture<WebSocket> open(WebSocket.Listener listener, String subscription) {
        String auth = "{\"event\":\"auth\",\"id\":1,\"data\":{\"api_key\":\"" + key + "\",\"api_secret\":\"" + secret
                + "\"}}";
        String subscribe = "{\"event\":\"subscribe\",\"id\":2,\"data\":" + subscription + "}";
        return http.newWebSocketBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .buildAsync(URI.create("ws://" + base + "/ws"), listener)
                .thenCompose(socket -> socket.sendText(auth, true))
                .thenCompose(socket -> socket.sendText(subscribe, true));
    }

    /** Assembles frames that arrive in parts. */
    private static final class FrameAssembler implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();
        private final Consumer<String> frames;
        private final Runnable ended;

        FrameAssembler(Consumer<String> frames, Runnable ended) {
            this.frames = frames;
            this.ended = ended;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                frames.accept(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            if (status != 1001) {
                System.out.println("a follower was closed with " + status + " " + reason);
            }
            ended.run();
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended.run();
        }
    }

    /**
     * A follower that reconnects after every cut, after the last event that it saw. Its lock guards the counts. They are
     * read without it at the end, by a thread that has seen the last position, which is written after them.
     */
    private final class ReconnectingFollower {

        private volatile long seen;
        private volatile boolean patient;
        private volatile int life;

        private long count;
        private long hash;
        private long cuts;
        private long repeated;

        ReconnectingFollower(long from) {
            seen = from;
        }

        void connect() {
            int mine = ++life;
            var listener = new FrameAssembler(frame -> saw(mine, frame), () -> reconnect(mine));
            open(listener, "{\"stream\":\"events\",\"after\":" + seen + "}").whenComplete((socket, failed) -> {
                if (failed != null) {
                    reconnect(mine);
                } else if (!patient) {
                    long stay = ThreadLocalRandom.current().nextLong(500, 6_000);
                    clock.schedule(() -> cut(mine, socket), stay, TimeUnit.MILLISECONDS);
                }
            });
        }

        private synchronized void saw(int mine, String frame) {
            if (mine != life || !frame.startsWith("{\"event\":")) {
                return;
            }
            long position = position(frame);
            if (position <= seen) {
                repeated++;
            }
            count++;
            hash = hash * 31 + position;
            seen = position;
        }

        /** Cuts a connection. Frames that still arrive on it count as lost. */
        private synchronized void cut(int mine, WebSocket socket) {
            if (mine == life) {
                cuts++;
                socket.abort();
                reconnect(mine);
            }
        }

        private synchronized void reconnect(int mine) {
            if (mine == life) {
                life++;
                clock.schedule(this::connect, ThreadLocalRandom.current().nextLong(20, 500), TimeUnit.MILLISECONDS);
            }
        }
    }

    /** Sends awards at a fixed rate, whatever the answers. Each is one point for a random fan. */
    private final class AwardLoad {

        private final AtomicLongArray sent = new AtomicLongArray(MAX_EVENTS);
        private final AtomicLongArray answered = new AtomicLongArray(MAX_EVENTS);
        private final AtomicInteger done = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicLong newest = new AtomicLong();
        private final String pointUid;
        private final String[] fans;
        private final int rate;

        AwardLoad(String[] args) {
            pointUid = args[4];
            fans = args[5].split(",");
            rate = Integer.parseInt(args[6]);
        }

        void forget() {
            done.set(0);
            failed.set(0);
            for (int i = 0; i < MAX_EVENTS; i++) {
                answered.set(i, NEVER);
            }
        }

        void run(int seconds) throws InterruptedException {
            long began = System.nanoTime();
            long total = (long) rate * seconds;
            List<CompletableFuture<?>> last = new ArrayList<>();
            for (long n = 0; n < total; n++) {
                long wait = began + n * 1_000_000_000L / rate - System.nanoTime();
                if (wait > 0) {
                    TimeUnit.NANOSECONDS.sleep(wait);
                }
                CompletableFuture<?> award = award();
                if (n >= total - rate) {
                    last.add(award);
                }
            }
            last.forEach(CompletableFuture::join);
        }

        private CompletableFuture<?> award() {
            String fan = fans[ThreadLocalRandom.current().nextInt(fans.length)];
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + base + "/api/v1/ent/fan_points"))
                    .header("Api-Key", key)
                    .header("Api-Secret", secret)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("point_uid=" + pointUid + "&point_count=1&fan_id=" + fan))
                    .build();
            long at = System.nanoTime();
            return http.sendAsync(request, BodyHandlers.ofString()).handle((answer, broken) -> {
                note(answer, at);
                return null;
            });
        }

        private void note(@Nullable HttpResponse<String> answer, long at) {
            if (answer == null || answer.statusCode() != 200) {
                failed.incrementAndGet();
                return;
            }
            long position = answer.headers().firstValueAsLong("Encore-Position").orElseThrow();
            answered.set((int) position, System.nanoTime());
            sent.set((int) position, at);
            newest.accumulateAndGet(position, Math::max);
            done.incrementAndGet();
        }
    }
}
