package encore.command.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.HeldClaims;
import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AggregateUnderTest.WrittenFacts;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Refusal;
import encore.kernel.snapshots.SnapshotCommand.KeepSnapshotPart;
import encore.kernel.snapshots.SnapshotCommand.SealSnapshot;
import encore.kernel.snapshots.SnapshotCommand.TakeSnapshot;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotPartId;
import encore.kernel.snapshots.SnapshotUid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TakeSnapshotHandlerTest {

    private static final SnapshotId OURS = new SnapshotId(7, "ours");
    private static final SnapshotPartId PART = new SnapshotPartId(OURS, 0);
    private static final TakeSnapshot TAKE =
            new TakeSnapshot(OURS, "May", new SnapshotMembers(9, 3, List.of(List.of(1L, 1L), List.of(3L))));

    private final TakeSnapshotHandler taken = new TakeSnapshotHandler();
    private final HeldClaims claims = new HeldClaims();
    private final Sent sent = new Sent();

    @Test
    void the_seal_is_the_last_step_and_the_parts_are_of_this_try() {
        assertThat(taken.decide(TAKE, claims, sent)).isEqualTo(new SnapshotUid("ours"));
        assertThat(sent.anew)
                .isEqualTo(List.of(
                        new KeepSnapshotPart(OURS, 0, List.of(1L, 1L)), new KeepSnapshotPart(OURS, 1, List.of(3L))));
        assertThat(sent.last).isEqualTo(new SealSnapshot(OURS, "May", 9, 2, 3));
    }

    @Test
    void a_name_that_is_taken_costs_no_parts() {
        claims.held.put(new Claim("snapshot", 7, "may"), "snapshot.7.other");
        assertThatThrownBy(() -> taken.decide(TAKE, claims, sent))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo("snapshot_name"));
        assertThat(sent.anew).isEmpty();
    }

    @Test
    void a_part_is_kept_once() {
        var streams = new OpenStreams();
        var facts = new WrittenFacts();
        var keep = new KeepSnapshotPart(OURS, 0, List.of(1L));
        taken.decide(keep, streams, facts);
        assertThat(facts.written).isEqualTo(Map.of(PART.toString(), new SnapshotPartKept(PART, List.of(1L))));
        facts.written.clear();
        taken.decide(keep, streams.open(PART), facts);
        assertThat(facts.written).isEmpty();
    }

    /** Notes what is sent, in which way. */
    private static final class Sent implements Dispatch {

        private final List<Command<?>> anew = new ArrayList<>();
        private Command<?> last;

        @Override
        @SuppressWarnings("unchecked") // Each kind of command has its answer.
        public <R> R sendLast(Command<R> command) {
            last = command;
            return (R) new SnapshotUid("ours");
        }

        @Override
        public <R> R send(Command<R> command) {
            throw new AssertionError("What a step was answered before is another try's");
        }

        @Override
        public <R> void sendAllOnEachAttempt(List<? extends Command<R>> commands) {
            anew.addAll(commands);
        }
    }
}
