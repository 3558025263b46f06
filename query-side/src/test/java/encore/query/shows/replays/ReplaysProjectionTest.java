package encore.query.shows.replays;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.shows.replays.ReplayEvent.ReplayClockSet;
import encore.kernel.shows.replays.ReplayEvent.ReplayEnded;
import encore.kernel.shows.replays.ReplayEvent.ReplayOpened;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplay;
import encore.kernel.shows.replays.ReplayQuery.FindRunningReplays;
import encore.kernel.shows.replays.ReplaysId;
import encore.kernel.shows.replays.RunningReplay;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplaysProjectionTest {

    private static final ReplaysId REPLAYS = new ReplaysId(7);
    private static final Instant FROM = Instant.parse("2026-02-01T20:00:00Z");
    private static final Instant TO = FROM.plusSeconds(3_600);

    private final ProjectionUnderTest<ReplaysProjection> replays = new ProjectionUnderTest<>(ReplaysProjection::new);

    @AfterEach
    void close() {
        replays.close();
    }

    @Test
    void an_hour_at_a_hundredfold_speed_takes_36_seconds_and_stops_at_its_end() {
        replays.given(opened("r", 100));
        RunningReplay replay = one(replays, "r");
        assertThat(replay.clock().shown(START.minusSeconds(5))).isEqualTo(FROM);
        assertThat(replay.clock().shown(START.plusMillis(10))).isEqualTo(FROM.plusSeconds(1));
        assertThat(replay.clock().shown(START.plusSeconds(36))).isEqualTo(TO);
        assertThat(replay.clock().shown(START.plusSeconds(37))).isEqualTo(TO.plusSeconds(1));
        assertThat(replay.clock().untilShown(TO, START)).hasSeconds(36);
        assertThat(replay.isOver(START.plusSeconds(86_399))).isFalse();
        assertThat(replay.isOver(START.plusSeconds(86_400))).isTrue();
    }

    @Test
    void the_clock_follows_from_the_events_alone() {
        // A second passes between two events.
        replays.given(opened("r", 10), set(10, true, null), set(10, false, null), set(100, false, null));
        replays.given(set(100, true, FROM.plusSeconds(1_000)));
        replays.given(set(1, false, null));
        for (var each : List.of(replays, replays.replayed())) {
            RunningReplay replay = one(each, "r");
            assertThat(replay.clock().shownAt()).isEqualTo(FROM.plusSeconds(1_000));
            assertThat(replay.clock().soughtPosition()).isEqualTo(5);
            assertThat(replay.clock().shown(START.plusSeconds(8))).isEqualTo(FROM.plusSeconds(1_003));
        }
    }

    @Test
    void a_clock_that_is_paused_and_sped_up_goes_on_from_where_it_stood() {
        replays.given(opened("r", 10), set(10, true, null), set(10, false, null), set(100, false, null));
        // 1 s at 10, 1 s of pause, 1 s at 10, then 100.
        RunningReplay replay = one(replays, "r");
        assertThat(replay.clock().shownAt()).isEqualTo(FROM.plusSeconds(20));
        assertThat(replay.clock().soughtPosition()).isEqualTo(1);
        assertThat(replay.clock().shown(START.plusSeconds(4))).isEqualTo(FROM.plusSeconds(120));
    }

    @Test
    void a_replay_that_ended_leaves_nothing_and_others_stay() {
        replays.given(opened("r", 1), opened("s", 1));
        assertThat(all(100)).extracting(RunningReplay::replayUid).containsExactly("r", "s");
        assertThat(all(101)).isEmpty();
        assertThatThrownBy(() ->
                        replays.read(now -> replays.projection().find(new FindRunningReplay(7, 101, "r"), now)))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() ->
                        replays.read(now -> replays.projection().find(new FindRunningReplay(8, 100, "r"), now)))
                .isInstanceOf(Refusal.class);
        replays.given(new ReplayEnded(REPLAYS, "r", 100), set(5, false, null));
        assertThat(all(100)).extracting(RunningReplay::replayUid).containsExactly("s");
        assertThatThrownBy(() -> one(replays, "r")).isInstanceOf(Refusal.class);
        assertThat(replays.replayed().checksums()).isEqualTo(replays.checksums());
    }

    @Test
    void an_event_that_comes_late_or_again_changes_nothing() {
        replays.given(opened("r", 1));
        replays.givenLate(set(50, true, null), set(100, false, null));
        assertThat(one(replays, "r").clock().speed()).isEqualTo(100);
        assertThat(one(replays, "r").clock().isPaused()).isFalse();
    }

    private List<RunningReplay> all(long pageTabId) {
        return replays.read(now -> replays.projection().find(new FindRunningReplays(7, pageTabId), now));
    }

    private static RunningReplay one(ProjectionUnderTest<ReplaysProjection> each, String uid) {
        return each.read(now -> each.projection().find(new FindRunningReplay(7, 100, uid), now));
    }

    private static ReplayOpened opened(String uid, int speed) {
        return new ReplayOpened(REPLAYS, uid, 100, FROM, TO, speed, false, List.of(1L));
    }

    private static ReplayClockSet set(int speed, boolean isPaused, @Nullable Instant seek) {
        return new ReplayClockSet(REPLAYS, "r", 100, speed, isPaused, seek);
    }
}
