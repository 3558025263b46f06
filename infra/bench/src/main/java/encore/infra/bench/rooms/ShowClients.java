package encore.infra.bench.rooms;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs many clients of a live show on one thread, as the commands of a script say. show_world.py starts it.
 *
 * <p>Arguments: account_id, page_tab_id, the ports of gateways, separated by commas, the rooms that each client joins, a file
 * with a session_uid in each line, the public key. Then each line of standard input is an order, and is answered by one line of JSON:
 *
 * <ul>
 *   <li>{@code at <from> <to> <gateway>}: these clients come to this gateway next
 *   <li>{@code join <from> <to> <a second>}: they connect and join
 *   <li>{@code move <from> <to>}: they leave, and come to the gateway that {@code at} named
 *   <li>{@code write <writers> <a second>}: the first clients write messages in turn, until 0 a second
 *   <li>{@code cut <a second>}: random clients are cut off, until 0 a second
 *   <li>{@code spread <millis>}: whoever is cut off comes back after a random time up to this
 *   <li>{@code quiet}: nobody writes, all are back, and all is acknowledged
 *   <li>{@code keep}: all frames are kept for the report
 *   <li>{@code time <from> <to>}: messages are timed at some of these clients
 *   <li>{@code counts}: how things stand
 *   <li>{@code delays}: from a sender to clients, since the last such order
 *   <li>{@code back}: how soon clients that were cut off came back, since the last such order
 *   <li>{@code answer <question> <from> <to> <options> <millis> <n>}: each answers once within this time, the first n clients by
 *       socket, the others by HTTP
 *   <li>{@code click <instance> <from> <to> <seconds>}: each sends its total every second, repeated and out of order
 *   <li>{@code get <path> <from> <to> <millis> <times>}: each reads, so many times, each time within this time
 *   <li>{@code report <file>}: writes the frames that each client got and sent, a line of JSON for each
 * </ul>
 */
public final class ShowClients {

    static final JsonMapper JSON = JsonMapper.shared();

    private static final String TIME = "sent at ";
    private static final int MAX_TIMED = 200;
    private static final long LONGEST = 120;
    private static final int HTTP_CONNECTIONS = 256;
    private static final int TICK = 5;

    final Sockets sockets = new Sockets();
    final String account;
    final int[] ports;
    final List<String> rooms;
    boolean keepsFrames;
    long spread;
    long frames;

    private final String page;
    private final String key;
    private final HttpCalls[] http;
    private final List<ShowClient> clients = new ArrayList<>();
    private final Map<String, Integer> closes = new TreeMap<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private List<Long> delays = new ArrayList<>();
    private long firstClosedAt;
    private final Set<ShowClient> cutOff = new LinkedHashSet<>();
    private int writers;
    private double messagesASecond;
    private double cutsASecond;
    private double messagesDue;
    private double cutsDue;
    private long messages;
    private int timedFrom;
    private int timedTo;
    private int timedStep = 1;

    private ShowClients(String[] args) throws IOException {
        account = args[0];
        page = args[1];
        ports = Arrays.stream(args[2].split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        rooms = List.of(args[3].split(",", -1));
        key = args[5];
        http = Arrays.stream(ports)
                .mapToObj(port -> new HttpCalls(sockets, port, HTTP_CONNECTIONS))
                .toArray(HttpCalls[]::new);
        for (String session : Files.readAllLines(Path.of(args[4]))) {
            clients.add(new ShowClient(this, clients.size(), session, clients.size()));
        }
        time(0, clients.size());
    }

    /** Times messages at some of these clients, and at no others. */
    private void time(int from, int to) {
        timedFrom = from;
        timedTo = to;
        timedStep = Math.max(1, (to - from) / MAX_TIMED);
    }

    public static void main(String[] args) throws Exception {
        ShowClients all = new ShowClients(args);
        Thread.ofPlatform().daemon().start(() -> all.readOrders());
        all.sockets.later(TICK, all::tick);
        all.sockets.run();
    }

    private void readOrders() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] order = line.split(" ");
                sockets.post(() -> obey(order));
            }
        } catch (IOException gone) {
            // The script has ended.
        }
        sockets.post(sockets::stop);
    }

    private void obey(String[] order) {
        switch (order[0]) {
            case "at" -> {
                some(order, 1).forEach(client -> client.at(Integer.parseInt(order[3])));
                answer(JSON.createObjectNode());
            }
            case "keep" -> {
                keepsFrames = true;
                answer(JSON.createObjectNode());
            }
            case "time" -> {
                time(Integer.parseInt(order[1]), Integer.parseInt(order[2]));
                answer(JSON.createObjectNode());
            }
            case "join" -> join(some(order, 1), Integer.parseInt(order[3]));
            case "move" -> {
                List<ShowClient> moving = some(order, 1);
                moving.forEach(ShowClient::move);
                when(() -> moving.stream().allMatch(ShowClient::isJoined), () -> {
                    cutOff.clear();
                    return counts();
                });
            }
            case "write" -> {
                writers = Integer.parseInt(order[1]);
                messagesASecond = Double.parseDouble(order[2]);
                answer(counts());
            }
            case "cut" -> {
                cutsASecond = Double.parseDouble(order[1]);
                answer(counts());
            }
            case "spread" -> {
                spread = Long.parseLong(order[1]);
                answer(JSON.createObjectNode());
            }
            case "quiet" -> quiet();
            case "delays" -> {
                List<Long> taken = delays;
                delays = new ArrayList<>();
                answer(percentiles(JSON.createObjectNode(), "delay", taken));
            }
            case "back" -> back(Integer.parseInt(order[1]));
            case "counts" -> answer(counts());
            case "answer" -> new AnswerLoad(this, order).begin();
            case "click" -> new ClickLoad(this, order).begin();
            case "get" -> new ReadLoad(this, order).begin();
            case "report" -> report(order[1]);
            default -> throw new IllegalArgumentException(order[0]);
        }
    }

    List<ShowClient> some(String[] order, int at) {
        return clients.subList(Integer.parseInt(order[at]), Integer.parseInt(order[at + 1]));
    }

    static void answer(ObjectNode answer) {
        System.out.println(answer);
    }

    /** Answers as soon as the condition holds, or after two minutes. */
    void when(BooleanSupplier condition, Supplier<ObjectNode> answer) {
        when(System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST), condition, answer);
    }

    private void when(long end, BooleanSupplier condition, Supplier<ObjectNode> answer) {
        if (condition.getAsBoolean() || System.nanoTime() > end) {
            answer(answer.get());
        } else {
            sockets.later(TICK, () -> when(end, condition, answer));
        }
    }

    private void join(List<ShowClient> joining, int aSecond) {
        long begun = System.nanoTime();
        for (int i = 0; i < joining.size(); i++) {
            sockets.later(i * 1_000L / aSecond, joining.get(i)::connect);
        }
        when(() -> joining.stream().allMatch(ShowClient::isJoined), () -> counts().put("seconds", seconds(begun)));
    }

    private void quiet() {
        messagesASecond = 0;
        cutsASecond = 0;
        when(() -> clients.stream().allMatch(client -> client.isJoined() && client.waiting() == 0), this::counts);
    }

    /** Answers when as many clients as were connected to a killed gateway are back. */
    private void back(int cut) {
        when(() -> cutOff.size() >= cut && cutOff.stream().allMatch(ShowClient::isJoined), () -> {
            ObjectNode answer = counts().put("closed", cutOff.size());
            answer.put(
                    "not_back",
                    cutOff.stream().filter(client -> !client.isJoined()).count());
            percentiles(answer, "closed", sinceFirstClosed(client -> client.closedAt));
            percentiles(answer, "connected", sinceFirstClosed(client -> client.upgradedAt));
            percentiles(answer, "joined", sinceFirstClosed(client -> client.joinedAt));
            cutOff.clear();
            return answer;
        });
    }

    private List<Long> sinceFirstClosed(ToLongFunction<ShowClient> moment) {
        return cutOff.stream()
                .map(client -> moment.applyAsLong(client) - firstClosedAt)
                .toList();
    }

    ObjectNode counts() {
        ObjectNode counts = JSON.createObjectNode();
        counts.put("joined", clients.stream().filter(ShowClient::isJoined).count());
        counts.put("waiting", clients.stream().mapToInt(ShowClient::waiting).sum());
        counts.put("messages", messages);
        counts.put(
                "acknowledged",
                clients.stream().mapToInt(client -> client.acknowledged.size()).sum());
        counts.put("frames", frames);
        counts.put(
                "snapshots",
                clients.stream().mapToInt(client -> client.snapshots).sum());
        long last = clients.stream().mapToLong(ShowClient::last).max().orElse(0);
        counts.put(
                "behind",
                clients.stream().filter(client -> client.last() < last).count());
        counts.set("closes", JSON.valueToTree(closes));
        counts.set("refusals", JSON.valueToTree(refusals));
        return counts;
    }

    static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Adds p50, p99 and the worst of times in nanoseconds, as milliseconds. */
    static ObjectNode percentiles(ObjectNode answer, String name, List<Long> times) {
        List<Long> sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        answer.put(name + "_count", sorted.size());
        for (int percent : new int[] {50, 99, 100}) {
            answer.put(
                    name + "_p" + percent,
                    sorted.isEmpty()
                            ? 0
                            : Math.round(sorted.get((int) ((sorted.size() - 1L) * percent / 100)) / 1e4) / 100.0);
        }
        return answer;
    }

    private void tick() {
        double step = TICK / 1e3;
        messagesDue = messagesASecond == 0 ? 0 : messagesDue + messagesASecond * step;
        for (; messagesDue >= 1; messagesDue--) {
            write(clients.get((int) (messages % writers)));
        }
        cutsDue = cutsASecond == 0 ? 0 : cutsDue + cutsASecond * step;
        for (; cutsDue >= 1; cutsDue--) {
            clients.get(ThreadLocalRandom.current().nextInt(clients.size())).cut();
        }
        sockets.later(TICK, this::tick);
    }

    private void write(ShowClient writer) {
        String text = TIME + System.nanoTime() + " as no. " + messages++;
        ObjectNode data = JSON.createObjectNode()
                .put("room_name", rooms.getFirst())
                .put("message", text)
                .put("key", "message-" + messages);
        writer.emit("chat_message", data, answer -> {
            if (answer.path("ok").asBoolean()) {
                writer.acknowledged.put(
                        text, answer.at("/data/chat_message_uid").asString(""));
            }
        });
    }

    /** Times a message, unless the client was away when it was sent. */
    void delayed(ShowClient client, String message) {
        if (message.startsWith(TIME)) {
            long at = Long.parseLong(message, TIME.length(), message.indexOf(' ', TIME.length()), 10);
            if (client.isJoined() && client.joinedAt - at < 0) {
                delays.add(System.nanoTime() - at);
            }
        }
    }

    boolean isTimed(ShowClient client) {
        return client.number >= timedFrom && client.number < timedTo && client.number % timedStep == 0;
    }

    /** @param code the code of the close frame, 1006 without one, 0 when this side has cut the connection */
    void closed(ShowClient client, int code) {
        closes.merge(Integer.toString(code), 1, Integer::sum);
        if (cutOff.isEmpty()) {
            firstClosedAt = client.closedAt;
        }
        cutOff.add(client);
    }

    void refused(String event, JsonNode answer) {
        String type = answer.at("/error/type").asString("").replace("/problems/", "");
        if (refusals.merge(event + " " + answer.at("/error/status").asInt() + " " + type, 1, Integer::sum) == 1) {
            System.err.println(event + ": " + answer);
        }
    }

    void refused(String call, int status, String body) {
        if (refusals.merge(call + " " + status, 1, Integer::sum) == 1) {
            System.err.println(call + " " + status + ": " + body);
        }
    }

    private void report(String file) {
        try (BufferedWriter out = Files.newBufferedWriter(Path.of(file))) {
            for (ShowClient client : clients) {
                ObjectNode line = JSON.createObjectNode();
                line.put("client", client.number);
                line.put("snapshots", client.snapshots);
                line.set("joined", JSON.valueToTree(client.joinedFirstAt));
                line.set("told", JSON.valueToTree(client.received));
                line.set("acknowledged", JSON.valueToTree(client.acknowledged));
                out.write(line.toString());
                out.newLine();
            }
        } catch (IOException full) {
            throw new IllegalStateException("The report was not written", full);
        }
        answer(counts());
    }

    /** Returns the head of a call with the session of a client. */
    String head(ShowClient client) {
        return "Api-Key: " + key + "\r\nSession-Uid: " + client.session + "\r\n";
    }

    String page() {
        return page;
    }

    HttpCalls http(int gateway) {
        return http[Math.floorMod(gateway, http.length)];
    }
}
