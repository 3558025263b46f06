package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanId;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomCommand.AddRoom;
import encore.kernel.rooms.RoomType;
import encore.kernel.rooms.RoomsId;
import encore.kernel.shows.ShowCommand.ChangeShowState;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.chat.ChatCommand.RemoveChatMessage;
import encore.kernel.shows.chat.ChatCommand.ReportChatMessage;
import encore.kernel.shows.chat.ChatCommand.SendChatMessage;
import encore.kernel.shows.chat.CountedAction;
import encore.kernel.shows.chat.SentChatMessage;
import encore.kernel.shows.players.PlayerCommand.BanFan;
import encore.kernel.shows.players.PlayerCommand.JoinRoom;
import encore.kernel.shows.players.PlayerCommand.ReadPlayer;
import encore.kernel.shows.players.PlayerCommand.RecordChatMessage;
import encore.kernel.shows.players.PlayerCommand.RecordInteraction;
import encore.kernel.shows.players.PlayerEvent.ChatMessageReported;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.OverlayInteracted;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.players.PlayerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fans of a show in a log: races, limits after a restart, and erasure. */
class ChatOnDiskTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 17);
    private static final String CHAT = "global_chat:room:17";
    private static final PlayerId ADA = new PlayerId(CAMPAIGN, 42);
    private static final PlayerId BEN = new PlayerId(CAMPAIGN, 43);

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;

    @BeforeEach
    void a_show_that_is_on() {
        side = new CommandSideOnDisk(directory);
        side.registerFan(42, "ada@example.com");
        side.registerFan(43, "ben@example.com");
        side.send(new CreateCampaign(
                CAMPAIGN,
                AppType.FANXP,
                null,
                CampaignDetailsBuilder.builder().name("Cup final").build()));
        side.send(new ChangeShowState(new ShowId(CAMPAIGN), ShowState.PENDING));
    }

    @AfterEach
    void close() {
        side.close();
    }

    @Test
    void twenty_first_joins_at_once_are_one_activity() throws Exception {
        side.send(new AddRoom(new RoomsId(CAMPAIGN), new Room("bar", RoomType.PERMANENT_ROOMS, null)));
        List<String> rooms = List.of(CHAT, "control:room:17", "permanent_rooms:bar:17");
        atOnce(IntStream.range(0, 20)
                .<Runnable>mapToObj(i -> () -> side.send(new JoinRoom(ADA, rooms.get(i % 3), "activity-" + i)))
                .toList());
        List<RoomJoined> joins = events(RoomJoined.class);
        assertThat(joins).hasSize(3);
        assertThat(joins.stream().filter(joined -> joined.activityUid() != null))
                .hasSize(1);
        assertThat(events(ActivityRecorded.class))
                .singleElement()
                .satisfies(activity -> assertThat(activity.title()).isEqualTo("Cup final"))
                .satisfies(activity -> assertThat(activity.pageTabId()).isEqualTo(17));
        List<Class<?>> order = side.events().stream()
                .<Class<?>>map(one -> one.event().getClass())
                .filter(type -> type == RoomJoined.class || type == ActivityRecorded.class)
                .toList();
        assertThat(order.subList(0, 2)).containsExactly(RoomJoined.class, ActivityRecorded.class);
    }

    @Test
    void nothing_follows_a_ban_that_races_with_messages() throws Exception {
        List<Runnable> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(() -> {
                try {
                    side.send(new SendChatMessage(ADA, CHAT, "hello"));
                } catch (RuntimeException refused) {
                    // The ban was first.
                }
            });
        }
        calls.add(3, () -> side.send(new BanFan(ADA, false, null, "spam")));
        atOnce(calls);
        List<String> kinds = side.events().stream()
                .filter(one -> one.stream().equals(ADA.toString()))
                .map(one -> one.event().getClass().getSimpleName())
                .toList();
        assertThat(kinds.getLast()).isEqualTo(FanBanned.class.getSimpleName());
        assertThat(kinds).hasSizeLessThanOrEqualTo(6);
        for (String room : List.of(CHAT, "control:room:17")) {
            assertThatThrownBy(() -> side.send(new JoinRoom(ADA, room, "a")))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("fan-banned"));
        }
        assertThat(side.send(new ReadPlayer(ADA)).ban()).isNotNull();
        assertThat(side.send(new ReadPlayer(BEN)).ban()).isNull();
    }

    @Test
    void limits_hold_after_a_restart_and_end_with_their_time() {
        for (int i = 0; i < 5; i++) {
            assertThat(side.send(new SendChatMessage(ADA, CHAT, "m" + i)).position())
                    .isPositive();
        }
        side.reopen();
        SentChatMessage sixth = side.send(new SendChatMessage(ADA, CHAT, "six"));
        assertThat(sixth.position()).isNull();
        assertThat(sixth.retryAfter()).isBetween(1L, 10L);
        assertThat(side.send(new SendChatMessage(BEN, CHAT, "of another fan")).retryAfter())
                .isNull();
        side.reopenAfter(Duration.ofSeconds(11));
        assertThat(side.send(new SendChatMessage(ADA, CHAT, "later")).retryAfter())
                .isNull();
    }

    @Test
    void a_repeat_under_one_key_is_one_message_and_a_refused_one_is_decided_anew() {
        var first = side.send("7:k1/0", "f", new SendChatMessage(ADA, CHAT, "once"));
        var again = side.send("7:k1/0", "f", new SendChatMessage(ADA, CHAT, "once"));
        assertThat(again).isEqualTo(first.asRepeat());
        assertThat(events(ChatMessageSent.class)).hasSize(1);
    }

    @Test
    void a_message_that_was_removed_or_reported_is_so_once() {
        long position = sent(ADA, "rude");
        String uid = ShowUid.CHAT_MESSAGE.at(position);
        for (int i = 0; i < 3; i++) {
            assertThat(side.send(new ReportChatMessage(BEN, uid, "rude " + i))).isEqualTo(CountedAction.WITHIN_LIMIT);
            side.send(new RemoveChatMessage(new ShowId(CAMPAIGN), uid, null));
        }
        assertThat(events(ChatMessageReported.class)).hasSize(1);
        assertThat(side.events().stream().filter(one -> one.stream().equals(ADA.toString())))
                .hasSize(2);
        assertThatThrownBy(() -> side.send(new RemoveChatMessage(new ShowId(CAMPAIGN), uid, 43L)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("not-moderator"));
    }

    @Test
    void after_an_erasure_message_reason_and_address_are_in_no_file_and_the_stream_takes_nothing() throws Exception {
        long position = sent(ADA, "Aqzmessagemark");
        side.send(new RecordInteraction(ADA, position, "expand", "203.0.113.231"));
        String bens = ShowUid.CHAT_MESSAGE.at(sent(BEN, "of another fan"));
        side.send(new ReportChatMessage(ADA, bens, "Bqzreasonmark"));
        side.send(new BanFan(ADA, true, null, "Cqzbanmark"));
        for (int i = 0; i < 210; i++) {
            side.send(new BanFan(ADA, i % 2 == 0, null, "Dqzsnapshotmark"));
        }
        side.send(new EraseFan(new FanId(7, 42)));
        assertThatThrownBy(() -> side.send(new RecordChatMessage(ADA, CHAT, "late", 0)))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> side.send(new BanFan(ADA, true, null, "late"))).isInstanceOf(Refusal.class);
        assertThatThrownBy(() ->
                        side.send(new RemoveChatMessage(new ShowId(CAMPAIGN), ShowUid.CHAT_MESSAGE.at(position), null)))
                .isInstanceOf(Refusal.class);
        assertThat(events(OverlayInteracted.class))
                .allSatisfy(one -> assertThat(one.ipAddress()).isNull());
        assertThat(events(FanBanned.class))
                .allSatisfy(one -> assertThat(one.reason()).isNull());
        side.close();
        for (String marker :
                List.of("Aqzmessagemark", "203.0.113.231", "Bqzreasonmark", "Cqzbanmark", "Dqzsnapshotmark")) {
            assertThat(filesWith(marker)).as(marker).isEmpty();
        }
        side = new CommandSideOnDisk(directory);
    }

    private List<Path> filesWith(String marker) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> found = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(marker)) {
                    found.add(file);
                }
            }
            return found;
        }
    }

    private long sent(PlayerId player, String message) {
        Long position = side.send(new SendChatMessage(player, CHAT, message)).position();
        assertThat(position).isNotNull();
        return position;
    }

    private <E> List<E> events(Class<E> type) {
        return side.events().stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static void atOnce(List<Runnable> calls) throws Exception {
        try (var pool = Executors.newFixedThreadPool(16)) {
            List<Future<?>> running = new ArrayList<>();
            calls.forEach(call -> running.add(pool.submit(call)));
            for (Future<?> each : running) {
                each.get();
            }
        }
    }
}
