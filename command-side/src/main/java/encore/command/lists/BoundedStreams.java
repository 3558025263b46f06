package encore.command.lists;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import java.util.Collection;
import java.util.List;

/**
 * The bound on the number of open streams of one kind. The aggregate that begins them keeps their ids in a set, and
 * records the first event of each one together with its own event. It does not learn when one of them ends. It only looks
 * for ended ones when the set is full, and forgets them.
 */
public final class BoundedStreams {

    private final String things;
    private final String parameter;
    private final int maxStreams;

    /**
     * @param things a word for the streams, in the plural; the type of the refusal contains it: {@code too-many-quests}
     * @param parameter the parameter of a new one that the refusal names
     * @param maxStreams the largest number of open streams
     */
    public BoundedStreams(String things, String parameter, int maxStreams) {
        this.things = things;
        this.parameter = parameter;
        this.maxStreams = maxStreams;
    }

    /**
     * Makes room for another stream. Throws a Refusal (400) when the bound is reached.
     *
     * @param listed the ids that the aggregate keeps
     * @return the ended ones, which the aggregate forgets; empty as long as there is room
     */
    public <I extends StreamId> List<I> makeRoom(Collection<I> listed, Streams streams) {
        if (listed.size() < maxStreams) {
            return List.of();
        }
        List<I> ended =
                listed.stream().filter(stream -> !streams.isOpen(stream)).toList();
        if (ended.isEmpty()) {
            throw new Refusal(
                    RULE, "too-many-" + things, parameter, "There are at most " + maxStreams + " " + things + ".");
        }
        return ended;
    }
}
