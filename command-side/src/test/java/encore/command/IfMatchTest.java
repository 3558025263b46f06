package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import encore.infra.backend.CommandRequest;
import encore.infra.backend.CommandResult;
import encore.infra.backend.CommandSide;
import encore.infra.backend.IfMatch;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.CreateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.UpdateTicketEvent;
import encore.kernel.venues.VenueCommand.AddVenue;
import encore.kernel.venues.VenueCommand.ChangeVenue;
import encore.kernel.venues.VenueCommand.RemoveVenue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueDetailsBuilder;
import encore.kernel.venues.VenueId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A command with a precondition is decided only if its stream has no event that its caller has not seen. */
class IfMatchTest {

    private static final int CLIENTS = 64;

    @RegisterExtension
    static final SharedCommandSide SHARED = new SharedCommandSide();

    private CommandSideOnDisk side;
    private VenueId venue;
    private long read;

    @BeforeEach
    void addVenue() {
        side = SHARED.side();
        venue = new VenueId(side.account(), "0192f3c1-7a2b-7c3d-8e4f-0123456789ab");
        read = side.send(null, null, new AddVenue(venue, named("Arena"))).position();
    }

    @Test
    void a_change_of_what_nobody_else_changed_is_decided() {
        side.send(new AddVenue(new VenueId(side.account(), "0192f3c1-7a2b-7c3d-8e4f-0123456789ac"), named("Hall")));
        assertThat(join(change("Dome", read))).isGreaterThan(read);
    }

    @Test
    void a_change_of_what_somebody_changed_meanwhile_is_refused_with_who_and_when() {
        long later = join(change("Dome", read));
        Refusal refusal = refused(change("Hall", read));
        assertThat(refusal.kind()).isEqualTo(Refusal.Kind.CHANGED);
        assertThat(refusal.type()).isEqualTo("changed-meanwhile");
        assertThat(refusal.laterChange()).satisfies(change -> {
            assertThat(change.actor()).isEqualTo("key-2");
            assertThat(change.position()).isEqualTo(later);
        });
        assertThat(join(change("Hall", later))).isGreaterThan(later);
        assertThat(names()).containsExactly("Arena", "Dome", "Hall");
    }

    @Test
    void a_thing_that_was_removed_meanwhile_is_changed_too() {
        side.send(new RemoveVenue(venue));
        assertThat(refused(change("Hall", read)).type()).isEqualTo("changed-meanwhile");
    }

    @Test
    void of_64_that_read_the_same_state_one_changes_it() {
        assertThat(winners(IntStream.range(0, CLIENTS)
                        .mapToObj(i -> change("Dome " + i, read))
                        .toList()))
                .isEqualTo(1);
        assertThat(names()).hasSize(2);
    }

    @Test
    void of_64_that_read_the_same_state_at_two_nodes_one_changes_it() {
        String uri = MongoForTests.uri();
        try (CommandSideOnDisk one = CommandSideOnDisk.onMongo(uri);
                CommandSideOnDisk other = CommandSideOnDisk.onMongo(uri)) {
            VenueId shared = new VenueId(one.account(), venue.uid());
            long seen =
                    one.send(null, null, new AddVenue(shared, named("Arena"))).position();
            assertThat(winners(IntStream.range(0, CLIENTS)
                            .mapToObj(i -> start(i % 2 == 0 ? one : other, null, named(shared, "Dome " + i), seen))
                            .toList()))
                    .isEqualTo(1);
        }
    }

    @Test
    void a_change_waits_for_the_change_before_it_and_is_then_refused() throws InterruptedException {
        var gate = new CompletableFuture<Void>();
        side.log.gate = gate;
        int before = side.log.appends.get();
        var first = change("Dome", read);
        while (side.log.appends.get() == before) {
            Thread.sleep(1);
        }
        var second = change("Hall", read);
        Thread.sleep(50);
        assertThat(second).isNotDone();
        gate.complete(null);
        assertThat(refused(second).laterChange().position()).isEqualTo(join(first));
    }

    @Test
    void a_repeat_is_answered_as_the_first_time() {
        String request = side.account() + ":key/0";
        var first = start(side, request, named(venue, "Dome"), read).join();
        join(change("Hall", first.position()));
        assertThat(start(side, request, named(venue, "Dome"), read).join()).isEqualTo(first.asRepeat());
    }

    @Test
    void a_handler_of_several_steps_checks_each_step_and_knows_its_own() {
        var event = new TicketEventId(side.account(), "0192f3c1-7a2b-7c3d-8e4f-0123456789ad");
        TicketEventDetails details =
                TicketEventDetailsBuilder.builder().eventName("Gala").build();
        long seen = side.send(null, null, new CreateTicketEvent(event, details)).position();
        Command<?> renamed = new UpdateTicketEvent(
                event,
                Patch.of(TicketEventDetailsBuilder.builder().eventName("Ball").build()));
        long later = start(side, null, renamed, seen).join().position();
        Command<?> again = new UpdateTicketEvent(
                event,
                Patch.of(TicketEventDetailsBuilder.builder().eventName("Fest").build()));
        assertThat(refused(start(side, null, again, seen)).laterChange().position())
                .isEqualTo(later);
        assertThat(start(side, null, again, later).join().position()).isGreaterThan(later);
    }

    @Test
    void an_asterisk_needs_no_more_than_that_the_thing_exists() {
        join(change("Dome", read));
        assertThat(join(change("Hall", Long.MAX_VALUE))).isPositive();
        Command<?> unknown = named(new VenueId(side.account(), "0192f3c1-7a2b-7c3d-8e4f-0123456789ae"), "Hall");
        assertThat(refused(start(side, null, unknown, Long.MAX_VALUE)).kind())
                .isIn(Refusal.Kind.CHANGED, Refusal.Kind.UNKNOWN);
    }

    @Test
    void the_position_of_another_log_is_refused() {
        assertThat(refused(change("Hall", side.log.head() + 1_000)).kind()).isEqualTo(Refusal.Kind.CHANGED);
    }

    private static long winners(List<CompletableFuture<CommandResult>> all) {
        return all.stream()
                .map(one -> one.handle((done, failure) -> {
                    if (failure != null) {
                        assertThat(failure instanceof CompletionException ? failure.getCause() : failure)
                                .isInstanceOfSatisfying(
                                        Refusal.class,
                                        refusal -> assertThat(refusal.type()).isEqualTo("changed-meanwhile"));
                    }
                    return failure == null ? 1 : 0;
                }))
                .mapToLong(CompletableFuture::join)
                .sum();
    }

    private CompletableFuture<CommandResult> change(String name, long seen) {
        return start(side, null, named(venue, name), seen);
    }

    private static CompletableFuture<CommandResult> start(
            CommandSideOnDisk at, @Nullable String requestId, Command<?> command, long seen) {
        return at.bean(CommandSide.class)
                .handle(new CommandRequest(
                        at.account(), "key-2", requestId, "print", command, 0, false, new IfMatch(seen)));
    }

    private static ChangeVenue named(VenueId venue, String name) {
        return new ChangeVenue(venue, Patch.of(named(name)));
    }

    private static VenueDetails named(String name) {
        return VenueDetailsBuilder.builder().venueName(name).build();
    }

    private Stream<String> names() {
        return side.events().stream()
                .filter(event -> event.stream().equals(venue.toString()))
                .map(event -> event.event().toString().replaceAll(".*venueName=([^,\\]]*).*", "$1"));
    }

    private static long join(CompletableFuture<CommandResult> one) {
        return one.join().position();
    }

    private static Refusal refused(CompletableFuture<CommandResult> one) {
        CompletionException failure = catchThrowableOfType(CompletionException.class, one::join);
        assertThat(failure).isNotNull();
        return (Refusal) failure.getCause();
    }
}
