package encore.command.likings;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.fans.FanId;
import encore.kernel.fans.proofs.PublicCallEvent.PublicCallCovered;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand.AddFanIdols;
import encore.kernel.likings.LikingCommand.RemoveFanIdol;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolChanged;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.likings.LikingsId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LikingsTest {

    private static final FanId ANN = new FanId(7, 42);
    private static final LikingsId HERS = new LikingsId(ANN);

    private final AggregateUnderTest<Likings> likings = new AggregateUnderTest<>(Likings.class);

    @BeforeEach
    void a_fan() {
        likings.streams.open(ANN);
    }

    @Test
    void idols_are_added_once() {
        likings.givenNoPriorActivity()
                .when(add(true, "b", "a", "b"))
                .expectEvents(new FanIdolAdded(HERS, "a", true), new FanIdolAdded(HERS, "b", true))
                .expectResultMessagePayload(new LikedIdols(42, List.of("b", "a", "b")));
        likings.given(new FanIdolAdded(HERS, "a", true)).when(add(true, "a")).expectNoEvents();
    }

    @Test
    void a_public_call_records_one_event_also_for_an_idol_that_the_fan_likes_already() {
        likings.given(new FanIdolAdded(HERS, "a", true))
                .when(new AddFanIdols(HERS, List.of("a"), true, true))
                .expectEvents(new PublicCallCovered(ANN));
    }

    @Test
    void adding_again_says_anew_who_said_so() {
        likings.given(new FanIdolAdded(HERS, "a", false))
                .when(add(true, "a"))
                .expectEvents(new FanIdolChanged(HERS, "a", true));
        likings.given(new FanIdolAdded(HERS, "a", false), new FanIdolChanged(HERS, "a", true))
                .when(add(true, "a"))
                .expectNoEvents();
    }

    @Test
    void a_removed_idol_may_be_added_again_and_removing_an_unknown_one_changes_nothing() {
        likings.given(new FanIdolAdded(HERS, "a", true))
                .when(new RemoveFanIdol(HERS, "a", null))
                .expectEvents(new FanIdolRemoved(HERS, "a"));
        likings.givenNoPriorActivity()
                .when(new RemoveFanIdol(HERS, "a", "fan_id"))
                .expectNoEvents()
                .expectResultMessagePayload(new LikedIdols(42, List.of("a")));
        likings.given(new FanIdolAdded(HERS, "a", true), new FanIdolRemoved(HERS, "a"))
                .when(add(false, "a"))
                .expectEvents(new FanIdolAdded(HERS, "a", false));
    }

    @Test
    void an_erased_fan_has_no_idols() {
        likings.streams.ended(ANN);
        likings.givenNoPriorActivity().when(add(true, "a")).expectNoEvents().expectException(refusalAsUnknown());
        likings.given(new FanIdolAdded(HERS, "a", true))
                .when(new RemoveFanIdol(HERS, "a", "fan_id"))
                .expectNoEvents()
                .expectException(refusalNaming("fan_id"));
        likings.given(new FanIdolAdded(HERS, "a", true))
                .when(new RemoveFanIdol(HERS, "a", null))
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_thousand_are_enough() {
        var full = IntStream.range(0, 1_000)
                .mapToObj(i -> new FanIdolAdded(HERS, "idol" + i, true))
                .toList();
        likings.given(full).when(add(true, "new")).expectNoEvents().expectException(refusalNaming("idol_uid"));
        likings.given(full).when(add(false, "idol7")).expectEvents(new FanIdolChanged(HERS, "idol7", false));
    }

    private static AddFanIdols add(boolean explicit, String... idols) {
        return new AddFanIdols(HERS, List.of(idols), explicit);
    }
}
