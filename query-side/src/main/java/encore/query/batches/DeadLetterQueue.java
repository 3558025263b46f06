package encore.query.batches;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.kernel.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The dead letters of one partition: events that could not be applied, and later events of the same streams, which
 * wait.
 */
public final class DeadLetterQueue {

    private static final int PAGE = 2_000;

    private final Views.Partition partition;

    public DeadLetterQueue(Views.Partition partition) {
        this.partition = partition;
    }

    /**
     * Creates a dead letter. It has no exception message, which may contain personal data and so is neither stored nor
     * logged.
     */
    static Letter of(RecordedEvent event, Throwable thrown, int attempts) {
        return new Letter(event.position(), event.stream(), thrown.getClass().getSimpleName(), attempts);
    }

    static Letter waitingLetter(RecordedEvent event) {
        return new Letter(event.position(), event.stream(), "BehindDeadLetter", 0);
    }

    public void forEach(Consumer<Letter> work) {
        List<Letter> some = after(0);
        while (!some.isEmpty()) {
            some.forEach(work);
            some = after(some.getLast().position());
        }
    }

    /** Returns the next letters after a position, at most one page. */
    public List<Letter> after(long position) {
        return partition.deadLetters().list(position, PAGE);
    }

    public List<Letter> of(String stream) {
        var found = new ArrayList<Letter>();
        forEach(letter -> {
            if (letter.stream().equals(stream)) {
                found.add(letter);
            }
        });
        return found;
    }

    public boolean has(long position) {
        List<Letter> found = partition.deadLetters().list(position - 1, 1);
        return !found.isEmpty() && found.getFirst().position() == position;
    }

    public Letter at(long position) {
        if (!has(position)) {
            throw Refusal.unknown("There is no dead letter at this position.");
        }
        return partition.deadLetters().list(position - 1, 1).getFirst();
    }
}
