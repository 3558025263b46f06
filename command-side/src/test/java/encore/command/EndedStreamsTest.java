package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.testmongo.MongoForTests;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.venues.VenueCommand.AddVenue;
import encore.kernel.venues.VenueCommand.ChangeVenue;
import encore.kernel.venues.VenueCommand.RemoveVenue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueDetailsBuilder;
import encore.kernel.venues.VenueId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An ended stream is unknown to every command, on the whole command side. */
class EndedStreamsTest {

    private static final VenueId HALL = new VenueId(7, "hall");
    private static final List<Command<?>> LATE =
            List.of(new ChangeVenue(HALL, Patch.of(called("Arena"))), new RemoveVenue(HALL));

    @Test
    void a_command_on_what_has_ended_is_unknown_and_writes_nothing_also_after_a_restart(@TempDir Path directory) {
        try (var side = new CommandSideOnDisk(directory)) {
            side.send(new AddVenue(HALL, called("Hall")));
            side.send(new RemoveVenue(HALL));
            mustBeUnknown(side);
            side.reopen();
            mustBeUnknown(side);
        }
    }

    @Test
    void a_stream_that_another_node_has_ended_is_unknown_here() {
        String uri = MongoForTests.uri();
        try (var one = CommandSideOnDisk.onMongo(uri);
                var other = CommandSideOnDisk.onMongo(uri)) {
            one.send(new AddVenue(HALL, called("Hall")));
            other.send(new RemoveVenue(HALL));
            mustBeUnknown(one);
            mustBeUnknown(other);
        }
    }

    private static void mustBeUnknown(CommandSideOnDisk side) {
        for (Command<?> command : LATE) {
            assertThatThrownBy(() -> side.send(command))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
        assertThat(side.log.readStream(HALL.toString(), 0, 10)).hasSize(2);
    }

    private static VenueDetails called(String name) {
        return VenueDetailsBuilder.builder().venueName(name).build();
    }
}
