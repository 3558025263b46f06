package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Rooms of a live show, as phones use them that are cut off and come back. */
class RoomsJourneyTest extends Journey {

    /** The sessions of fans by names that only a test uses. */
    private final Map<String, String> sessions = new ConcurrentHashMap<>();

    private volatile long accountId;

    @Test
    void a_client_that_was_cut_off_gets_missed_frames_once_and_in_order() throws Exception {
        String room = room(campaign());
        LiveClient author = join(fan("ann"), room, null);
        LiveClient reader = join(fan("bob"), room, null);
        say(author, room, "one");
        JsonNode one = message(reader);
        assertThat(one.get("room").asString()).isEqualTo(room);
        assertThat(one.at("/data/message").asString()).isEqualTo("one");
        long after = one.get("position").asLong();
        reader.cutOff();
        author.answer();
        say(author, room, "two");
        author.answer();
        say(author, room, "three");
        author.answer();
        LiveClient back = LiveClient.joining(api.url(), joining(fan("bob"), room, after));
        List<String> missed = new ArrayList<>();
        boolean isJoined = false;
        // A gateway that has not read the last message yet answers first and sends it then.
        while (!isJoined || missed.size() < 2) {
            JsonNode frame = back.next();
            if (frame.has("ack")) {
                assertThat(frame.at("/data/room_name").asString()).isEqualTo(room);
                isJoined = true;
            } else if (frame.path("event").asString("").equals("chat_message")) {
                missed.add(frame.at("/data/message").asString());
            }
        }
        assertThat(missed).containsExactly("two", "three");
        say(author, room, "four");
        assertThat(texts(back, 1)).containsExactly("four");
        back.cutOff();
        author.cutOff();
    }

    @Test
    void clients_cut_at_random_miss_nothing_and_get_nothing_twice() throws Exception {
        String room = room(campaign());
        List<String> authors =
                IntStream.range(0, 4).mapToObj(i -> fan("author" + i)).toList();
        List<String> readers =
                IntStream.range(0, 8).mapToObj(i -> fan("reader" + i)).toList();
        AtomicInteger said = new AtomicInteger();
        int total = 24;
        List<Callable<List<String>>> work = new ArrayList<>();
        for (String author : authors) {
            work.add(() -> {
                LiveClient client = join(author, room, null);
                for (int i = 0; i < total / 4; i++) {
                    String text = "message " + said.incrementAndGet();
                    do {
                        // A fan may send five messages in ten seconds, by the stamps of the log.
                        Thread.sleep(2_100);
                        say(client, room, text);
                    } while (!client.answer().get("ok").asBoolean());
                }
                client.cutOff();
                return List.of();
            });
        }
        for (String reader : readers) {
            work.add(() -> readWithCuts(reader, room, total));
        }
        // Everybody reads from the beginning.
        List<List<String>> read = together(work).subList(4, 12);
        for (List<String> texts : read) {
            assertThat(texts).hasSize(total).doesNotHaveDuplicates();
            assertThat(texts).isEqualTo(read.getFirst());
        }
    }

    private List<String> readWithCuts(String reader, String room, int total) throws Exception {
        Random chance = new Random(reader.hashCode());
        List<String> texts = new ArrayList<>();
        long after = 0;
        while (texts.size() < total) {
            LiveClient client = LiveClient.joining(api.url(), joining(reader, room, after));
            int until = Math.min(total, texts.size() + 1 + chance.nextInt(6));
            while (texts.size() < until) {
                JsonNode frame = client.next();
                if (frame.at("/error/status").asInt() == 503) {
                    client.send("join", joining(reader, room, after));
                } else if (frame.path("event").asString("").equals("chat_message")) {
                    texts.add(frame.at("/data/message").asString());
                    after = frame.get("position").asLong();
                }
            }
            client.cutOff();
        }
        return texts;
    }

    @Test
    void the_newest_of_twenty_joins_of_a_fan_at_two_gateways_stays() throws Exception {
        String room = room(campaign());
        String session = fan("ann");
        boolean isOfProcesses = arrangement == Arrangement.PROCESSES;
        List<LiveClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Api gateway = isOfProcesses && i % 2 == 1 ? encore().atOtherGateway(api) : api;
            LiveClient client = LiveClient.joined(gateway.url(), joining(session, room, null));
            clients.add(client);
        }
        LiveClient newest = clients.removeLast();
        for (LiveClient older : clients) {
            assertThat(older.closed()).isEqualTo(4001);
        }
        say(newest, room, "I am here");
        assertThat(texts(newest, 1)).containsExactly("I am here");
        newest.cutOff();
    }

    @Test
    void members_are_counted_over_all_gateways() throws Exception {
        String room = room(campaign());
        List<LiveClient> clients = new ArrayList<>();
        boolean isOfProcesses = arrangement == Arrangement.PROCESSES;
        for (int i = 0; i < 4; i++) {
            Api gateway = isOfProcesses && i % 2 == 1 ? encore().atOtherGateway(api) : api;
            LiveClient client = LiveClient.joined(gateway.url(), joining(fan("fan" + i), room, null));
            clients.add(client);
        }
        Set<Integer> counts = new HashSet<>();
        await().pollInSameThread().atMost(Duration.ofSeconds(30)).until(() -> {
            JsonNode frame = clients.getFirst().next();
            if (frame.path("event").asString("").equals("members")) {
                assertThat(frame.has("position")).isFalse();
                counts.add(frame.at("/data/members").asInt());
            }
            return counts.contains(4);
        });
        clients.forEach(LiveClient::cutOff);
    }

    @Test
    void an_erased_fan_is_removed_live_and_on_a_resume() throws Exception {
        String room = room(campaign());
        long fanId = api.fan(SentCodes.email("gone"));
        String gone = FanSessions.logIn(api, fanId);
        LiveClient author = join(gone, room, null);
        LiveClient reader = join(fan("bob"), room, null);
        say(author, room, "marker of an erased fan");
        JsonNode received = message(reader);
        String uid = received.at("/data/chat_message_uid").asString();
        api.delete("/api/v1/crm/fans/" + fanId).mustBe(200);
        JsonNode removal = reader.next();
        while (!removal.path("event").asString("").equals("remove_chat_message")) {
            removal = reader.next();
        }
        assertThat(removal.at("/data/chat_message_uid").asString()).isEqualTo(uid);
        assertThat(author.closed()).isEqualTo(4003);
        LiveClient back = LiveClient.joining(
                api.url(), joining(fan("cid"), room, received.get("position").asLong() - 1));
        JsonNode first = back.next();
        assertThat(first.get("event").asString()).isEqualTo("remove_chat_message");
        assertThat(first.get("position").asLong())
                .isEqualTo(removal.get("position").asLong());
        assertThat(back.answer().get("ok").asBoolean()).isTrue();
        back.cutOff();
        reader.cutOff();
    }

    @Test
    void foreign_rooms_and_sessions_are_refused() throws Exception {
        String room = room(campaign());
        Api other = encore().newAccount();
        long theirs = other.campaign("Theirs", "fanxp");
        LiveClient client = LiveClient.joining(api.url(), joining(fan("ann"), "global_chat:room:" + theirs, null));
        assertThat(client.answer().at("/error/errors/0/field").asString()).isEqualTo("room_name");
        client.cutOff();
        String foreign = FanSessions.logIn(other, other.fan(SentCodes.email("x")));
        LiveClient stranger = LiveClient.joining(api.url(), joining(foreign, room, null));
        assertThat(stranger.answer().at("/error/status").asInt()).isEqualTo(401);
        stranger.cutOff();
    }

    private long account() throws Exception {
        if (accountId == 0) {
            LiveClient client = new LiveClient(api.url());
            accountId = client.auth(api).at("/data/account_id").asLong();
            client.cutOff();
        }
        return accountId;
    }

    private long campaign() {
        return api.campaign("Show", "fanxp");
    }

    /** Returns the name of a room that takes messages whatever the show's state. */
    private String room(long campaign) {
        api.post("/api/v1/manage/apps/" + campaign + "/rooms", "room_key", "lobby", "room_type", "permanent_rooms")
                .mustBe(200);
        return "permanent_rooms:lobby:" + campaign;
    }

    /** Returns the session of a fan. */
    private String fan(String name) {
        return sessions.computeIfAbsent(name, first -> FanSessions.logIn(api, api.fan(SentCodes.email(name))));
    }

    private String joining(String session, String room, @Nullable Long after) throws Exception {
        return "{\"account_id\":" + account() + ",\"session_uid\":\"" + session + "\",\"room_name\":\"" + room + "\""
                + (after == null ? "" : ",\"after\":" + after) + "}";
    }

    private LiveClient join(String session, String room, @Nullable Long after) throws Exception {
        LiveClient client = LiveClient.joined(api.url(), joining(session, room, after));
        return client;
    }

    private void say(LiveClient client, String room, String text) throws Exception {
        client.send(
                "chat_message",
                "{\"account_id\":" + account() + ",\"room_name\":\"" + room + "\",\"message\":\"" + text + "\"}");
    }

    /** Returns the next acknowledgement. */
    private static JsonNode message(LiveClient client) throws Exception {
        JsonNode frame = client.next();
        while (!frame.path("event").asString("").equals("chat_message")) {
            frame = client.next();
        }
        return frame;
    }

    private static List<String> texts(LiveClient client, int count) throws Exception {
        List<String> texts = new ArrayList<>();
        while (texts.size() < count) {
            texts.add(message(client).at("/data/message").asString());
        }
        return texts;
    }
}
