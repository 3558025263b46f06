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

    /** The events before the first command, of an aggregate whose stream another aggregate begins. */
    default List<Event> begun() {
        return List.of();
    }

    /** The next command, always to the same stream; one that is refused is welcome now and then. */
    Command<?> next(Random random);
}
