package encore.command;

import encore.kernel.Command;
import encore.kernel.Event;
import java.util.List;
import java.util.Random;

/**
 * Commands to one stream of an aggregate, for the tests that hold for all aggregates. Where commands filled at random
 * come to too few events, a feature has one of these (with a constructor without parameters) among its tests.
 */
public interface RandomCommands {

    Class<?> aggregate();

    /** Returns the events with which the stream begins, if another stream's aggregate records them as facts. */
    default List<Event> first() {
        return List.of();
    }

    /** The next command, always to the same stream; one that is refused is welcome now and then. */
    Command<?> next(Random random);
}
