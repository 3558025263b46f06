package encore.query.requirements;

import static encore.query.requirements.RewardLog.CAP;
import static encore.query.requirements.RewardLog.FOR_50;
import static encore.query.requirements.RewardLog.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadStopped;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessQuery.FindBusiness;
import encore.kernel.requirements.simulations.SimulatedRule;
import encore.kernel.requirements.simulations.SimulationLine;
import encore.kernel.requirements.simulations.SimulationLine.Change;
import encore.kernel.requirements.simulations.SimulationLine.SimulatedFan;
import encore.kernel.requirements.simulations.SimulationLine.SimulationEnd;
import encore.kernel.requirements.simulations.SimulationPortion;
import encore.kernel.requirements.simulations.SimulationQuery.SimulateRule;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.time.AsOf;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulationsTest {

    private static final RewardId FRESH = new RewardId(7, "fresh");

    private final RewardLog log = new RewardLog();
    private final AtomicLong clock = new AtomicLong();
    private long mostFacts = Long.MAX_VALUE;
    private Simulations simulations = make();

    private Simulations make() {
        return new Simulations(
                log.tail,
                this::momentAt,
                new FakeQueryGateway().on(FindBusiness.class, query -> null),
                clock::get,
                mostFacts);
    }

    private Moment momentAt(AsOf asOf) {
        Long position = asOf.position();
        if (position == null || position > log.tail.head()) {
            throw new Refusal(Refusal.Kind.RULE, "as-of-lies-ahead", "as_of", "This moment is in the future.");
        }
        return new Moment(position, Instant.ofEpochMilli(1_750_000_000_000L + position));
    }

    private SimulationPortion ask(
            String run,
            RewardDetails details,
            boolean isExisting,
            @Nullable Long from,
            long after,
            @Nullable Long asOf) {
        SimulatedRule rule = SimulatedRule.ofReward(isExisting ? CAP : FRESH, state(details), 0, isExisting);
        AsOf until = asOf == null ? null : AsOf.of(asOf);
        return simulations.find(
                new SimulateRule(7, run, rule, from == null ? null : AsOf.of(from), after, until),
                until == null ? Moment.NOW : momentAt(until));
    }

    private List<SimulationLine> all(RewardDetails details, boolean isExisting, @Nullable Long from) {
        List<SimulationLine> lines = new ArrayList<>();
        SimulationPortion portion = ask("run", details, isExisting, from, 0, null);
        lines.addAll(portion.lines());
        while (!portion.isLast()) {
            portion = ask("run", details, isExisting, from, portion.next(), portion.position());
            lines.addAll(portion.lines());
        }
        return lines;
    }

    private void meets(long... fans) {
        for (long fan : fans) {
            log.loggedIn(fan);
            log.active(fan);
            log.awarded(fan, 50, 50);
        }
    }

    @Test
    void fans_that_meet_it_now_would_get_it_at_once_and_those_that_met_it_then_would_have_got_it() {
        meets(1, 2);
        log.awarded(1, -10, 40);
        assertThat(all(FOR_50, false, null))
                .containsExactly(
                        new SimulatedFan(2, 6, momentAt(AsOf.of(6L)).at(), List.of(4L, 5L, 6L), null),
                        new SimulationEnd(1, 0, null));
        assertThat(all(FOR_50, false, 0L)).hasSize(3);
        assertThat(ask("past", FOR_50, false, null, 0, 3L).lines()).hasSize(2);
        assertThat(all(RewardDetailsBuilder.builder(FOR_50).isDisabled(true).build(), false, null))
                .containsExactly(new SimulationEnd(0, 0, null));
    }

    @Test
    void places_are_given_in_order_until_none_is_left() {
        meets(3, 2, 1);
        RewardDetails first = RewardDetailsBuilder.builder(FOR_50)
                .winnerSelectionModel(WinnerSelection.FIRST)
                .rewardLimit(2L)
                .build();
        assertThat(all(first, false, 0L))
                .extracting(line -> line instanceof SimulatedFan fan ? fan.fanId() : line)
                .containsExactly(
                        3L, 2L, new SimulationEnd(2, 0, momentAt(AsOf.of(6L)).at()));
    }

    @Test
    void a_changed_reward_is_compared_with_who_has_it() {
        long created = log.created(FOR_50);
        meets(1, 2, 3);
        log.awarded(3, 50, 100);
        log.issued(1, 1, List.of(2L, 3L, 4L), false);
        log.issued(3, 2, List.of(8L, 9L, 10L), false);
        log.issued(4, 3, List.of(), true);
        assertThat(all(FOR_50, true, null))
                .filteredOn(SimulatedFan.class::isInstance)
                .extracting(line -> ((SimulatedFan) line).fanId(), line -> ((SimulatedFan) line).change())
                .containsExactly(tuple(1L, Change.KEPT), tuple(2L, Change.GAINED), tuple(3L, Change.KEPT));
        RewardDetails for100 =
                RewardDetailsBuilder.builder(FOR_50).fanPointsRequired(100L).build();
        List<SimulationLine> dearer = all(for100, true, created);
        assertThat(dearer)
                .filteredOn(SimulatedFan.class::isInstance)
                .extracting(line -> ((SimulatedFan) line).fanId(), line -> ((SimulatedFan) line).change())
                .containsExactly(tuple(3L, Change.KEPT), tuple(1L, Change.LOST));
        assertThat(((SimulatedFan) dearer.get(1)).position()).isEqualTo(12);
        assertThat(dearer.getLast()).isEqualTo(new SimulationEnd(1, 0, null));
    }

    @Test
    void long_answers_come_in_portions_and_a_node_that_has_not_begun_begins_anew() {
        meets(LongStream.rangeClosed(1, 2_500).toArray());
        List<SimulationLine> whole = all(FOR_50, false, 0L);
        assertThat(whole).hasSize(2_501);
        SimulationPortion first = ask("other", FOR_50, false, 0L, 0, null);
        assertThat(first.lines()).hasSize(1_000);
        assertThat(first.isLast()).isFalse();
        simulations = make();
        SimulationPortion second = ask("other", FOR_50, false, 0L, first.next(), first.position());
        assertThat(second.lines()).isEqualTo(whole.subList(1_000, 2_000));
        assertThat(ask("other", FOR_50, false, 0L, first.next(), first.position())
                        .lines())
                .as("a repeat")
                .isEqualTo(whole.subList(1_000, 2_000));
        assertThat(ask("other", FOR_50, false, 0L, 0, first.position()).lines())
                .as("from the start")
                .isEqualTo(first.lines());
    }

    @Test
    void a_node_works_on_one_simulation_until_its_caller_leaves() {
        meets(LongStream.rangeClosed(1, 1_500).toArray());
        SimulationPortion first = ask("one", FOR_50, false, 0L, 0, null);
        assertThat(first.isLast()).isFalse();
        assertThatThrownBy(() -> ask("two", FOR_50, false, 0L, 0, null))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE);
                    assertThat(refusal.type()).isEqualTo("simulation-running");
                });
        clock.addAndGet(Simulations.MAX_IDLE.toNanos() + 1);
        assertThat(ask("two", FOR_50, false, 0L, 0, null).lines()).hasSize(1_000);
        assertThatThrownBy(() -> ask("one", FOR_50, false, 0L, first.next(), first.position()))
                .isInstanceOf(Refusal.class);
        SimulationPortion last = ask("two", FOR_50, false, 0L, 1_000, first.position());
        assertThat(last.isLast()).isTrue();
        assertThat(ask("three", FOR_50, false, 0L, 0, null).lines()).hasSize(1_000);
    }

    @Test
    void a_caller_that_leaves_or_takes_too_long_is_stopped_and_its_place_is_free() {
        meets(LongStream.rangeClosed(1, 1_500).toArray());
        ReadDeadline left = ReadDeadline.after(Duration.ofSeconds(10));
        left.cancel();
        assertThatThrownBy(() ->
                        ScopedValue.where(ReadDeadline.CURRENT, left).run(() -> ask("one", FOR_50, false, 0L, 0, null)))
                .isInstanceOf(ReadStopped.class);
        assertThat(ask("two", FOR_50, false, 0L, 0, null).lines()).hasSize(1_000);
    }

    @Test
    void a_start_in_the_future_or_after_the_end_and_too_many_facts_are_refused() {
        meets(1);
        assertThatThrownBy(() -> ask("one", FOR_50, false, 9L, 0, null))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("from"));
        assertThatThrownBy(() -> ask("one", FOR_50, false, 3L, 0, 2L))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("from"));
        mostFacts = 3;
        simulations = make();
        assertThatThrownBy(() -> ask("one", FOR_50, false, 0L, 0, null))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo("too-many-facts"));
    }

    @Test
    void an_empty_log_gives_nobody() {
        assertThat(all(FOR_50, false, null)).containsExactly(new SimulationEnd(0, 0, null));
    }
}
