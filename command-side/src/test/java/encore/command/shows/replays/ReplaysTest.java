package encore.command.shows.replays;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.Refusal.Kind.RULE;

import encore.command.AggregateUnderTest;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.shows.replays.ReplayCommand.EndReplay;
import encore.kernel.shows.replays.ReplayCommand.OpenReplay;
import encore.kernel.shows.replays.ReplayCommand.SetReplayClock;
import encore.kernel.shows.replays.ReplayEvent.ReplayClockSet;
import encore.kernel.shows.replays.ReplayEvent.ReplayEnded;
import encore.kernel.shows.replays.ReplayEvent.ReplayOpened;
import encore.kernel.shows.replays.ReplaysId;
import encore.kernel.shows.replays.SavedReplay;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplaysTest {

    private static final ReplaysId REPLAYS = new ReplaysId(7);
    private static final CampaignId SHOW = new CampaignId(7, 100);
    private static final Instant TO = NOW.minusSeconds(60);
    private static final Instant FROM = TO.minusSeconds(3_600);
    private static final ReplayOpened OPENED = opened("r");

    private final AggregateUnderTest<Replays> replays = new AggregateUnderTest<>(Replays.class);

    @BeforeEach
    void a_campaign_has_a_show_and_a_fan_is_known() {
        replays.streams.begun(SHOW, new CampaignCreated(SHOW, AppType.FANXP, null, CampaignDetails.NONE));
        replays.streams.open(new FanId(7, 1)).open(new FanId(7, 2));
    }

    @Test
    void a_replay_is_opened_for_known_fans() {
        replays.givenNoPriorActivity()
                .when(new OpenReplay(REPLAYS, "r", 100, FROM, TO, 100, false, List.of(2L, 1L, 2L)))
                .expectEvents(OPENED)
                .expectResultMessagePayload(new SavedReplay(100, "r"));
        replays.givenNoPriorActivity()
                .when(new OpenReplay(REPLAYS, "r", 100, FROM, TO, 100, false, List.of(1L, 3L)))
                .expectNoEvents()
                .expectException(refusalNaming("fan_ids"));
    }

    @Test
    void a_time_that_is_not_over_yet_is_not_replayed() {
        replays.givenNoPriorActivity().when(open("r", NOW.minusSeconds(1))).expectSuccessfulHandlerExecution();
        replays.givenNoPriorActivity()
                .when(open("r", NOW.minusMillis(999)))
                .expectNoEvents()
                .expectException(refusalNaming("to"));
    }

    @Test
    void only_a_campaign_with_a_show_has_replays() {
        replays.streams.begun(SHOW, new CampaignCreated(SHOW, AppType.WAGER, null, CampaignDetails.NONE));
        replays.givenNoPriorActivity()
                .when(open("r", TO))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
        replays.streams.ended(SHOW);
        replays.givenNoPriorActivity().when(open("r", TO)).expectException(refusalAsUnknown());
    }

    @Test
    void an_account_has_ten_replays_at_a_time() {
        replays.given(ten()).when(open("r10", TO)).expectNoEvents().expectException(refusal(RULE, "too-many-replays"));
        replays.given(ten().subList(0, 9)).when(open("r9", TO)).expectSuccessfulHandlerExecution();
        List<Object> oneEnded = new ArrayList<>(ten());
        oneEnded.add(new ReplayEnded(REPLAYS, "r3", 100));
        replays.given(oneEnded).when(open("r10", TO)).expectSuccessfulHandlerExecution();
    }

    @Test
    void a_replay_is_over_after_a_day_and_the_next_one_records_it() {
        replays.streams.standing(REPLAYS, 4, 50, NOW.minus(Duration.ofHours(24)));
        replays.streams.standing(REPLAYS, 5, 51, NOW.minus(Duration.ofHours(24)).plusMillis(1));
        replays.given(ten())
                .when(open("r", TO))
                .expectEvents(
                        new ReplayEnded(REPLAYS, "r4", 100),
                        new ReplayOpened(REPLAYS, "r", 100, FROM, TO, 100, false, List.of()));
        replays.given(ten()).when(set("r4", 1, null, null)).expectException(refusalAsUnknown());
        replays.given(ten()).when(set("r5", 1, null, null)).expectSuccessfulHandlerExecution();
        replays.given(ten()).when(new EndReplay(REPLAYS, "r4", 100)).expectException(refusalAsUnknown());
    }

    @Test
    void the_clock_is_set_and_what_is_so_already_is_no_event() {
        replays.given(OPENED)
                .when(set("r", null, true, null))
                .expectEvents(new ReplayClockSet(REPLAYS, "r", 100, 100, true, null));
        replays.given(OPENED, new ReplayClockSet(REPLAYS, "r", 100, 5, true, null))
                .when(set("r", null, false, FROM.plusSeconds(5)))
                .expectEvents(new ReplayClockSet(REPLAYS, "r", 100, 5, false, FROM.plusSeconds(5)));
        replays.given(OPENED).when(set("r", 100, false, null)).expectNoEvents().expectSuccessfulHandlerExecution();
        replays.given(OPENED).when(set("r", null, false, null)).expectNoEvents();
    }

    @Test
    void only_times_of_the_replay_are_sought() {
        replays.given(OPENED).when(set("r", null, null, FROM)).expectSuccessfulHandlerExecution();
        replays.given(OPENED).when(set("r", null, null, TO)).expectSuccessfulHandlerExecution();
        replays.given(OPENED)
                .when(set("r", null, null, FROM.minusMillis(1)))
                .expectNoEvents()
                .expectException(refusalNaming("seek"));
        replays.given(OPENED)
                .when(set("r", null, null, TO.plusMillis(1)))
                .expectNoEvents()
                .expectException(refusalNaming("seek"));
    }

    @Test
    void a_replay_ends_and_is_then_unknown() {
        replays.given(OPENED).when(new EndReplay(REPLAYS, "r", 100)).expectEvents(new ReplayEnded(REPLAYS, "r", 100));
        replays.given(OPENED, new ReplayEnded(REPLAYS, "r", 100))
                .when(new EndReplay(REPLAYS, "r", 100))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        replays.given(OPENED)
                .when(new EndReplay(REPLAYS, "r", 101))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        replays.givenNoPriorActivity().when(set("r", 1, null, null)).expectException(refusalAsUnknown());
    }

    private static List<Object> ten() {
        return IntStream.range(0, 10).<Object>mapToObj(i -> opened("r" + i)).toList();
    }

    private static ReplayOpened opened(String uid) {
        return new ReplayOpened(REPLAYS, uid, 100, FROM, TO, 100, false, List.of(1L, 2L));
    }

    private static OpenReplay open(String uid, Instant to) {
        return new OpenReplay(REPLAYS, uid, 100, FROM, to, 100, false, List.of());
    }

    private static SetReplayClock set(
            String uid, @Nullable Integer speed, @Nullable Boolean isPaused, @Nullable Instant seek) {
        return new SetReplayClock(REPLAYS, uid, 100, speed, isPaused, seek);
    }
}
