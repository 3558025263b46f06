package encore.query.runner;

import encore.infra.eventstore.Recorded;
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
final class DeadLetterQueue {

    private static final int PAGE = 2_000;

    private final Views.Segment segment;

    DeadLetterQueue(Views.Segment segment) {
        this.segment = segment;
    }

    /**
     * Creates a dead letter. It has no exception message, which may contain personal data and so is neither stored nor
     * logged.
     */
    static Letter of(Recorded event, Throwable thrown, int attempts) {
        return new Letter(event.position(), event.stream(), thrown.getClass().getSimpleName(), attempts);
    }

    static Letter waiting(Recorded event) {
        return new Letter(event.position(), event.stream(), "BehindDeadLetter", 0);
    }

    void each(Consumer<Letter> work) {
        List<Letter> some = behind(0);
        while (!some.isEmpty()) {
            some.forEach(work);
            some = behind(some.getLast().position());
        }
    }

    /** Returns the next letters after a position, at most one page. */
    List<Letter> behind(long position) {
        return segment.deadLetters().list(position, PAGE);
    }

    List<Letter> of(String stream) {
        var found = new ArrayList<Letter>();
        each(letter -> {
            if (letter.stream().equals(stream)) {
                found.add(letter);
            }
        });
        return found;
    }

    boolean has(long position) {
        List<Letter> found = segment.deadLetters().list(position - 1, 1);
        return !found.isEmpty() && found.getFirst().position() == position;
    }

    Letter at(long position) {
        if (!has(position)) {
            throw Refusal.unknown("There is no dead letter at this position.");
        }
        return segment.deadLetters().list(position - 1, 1).getFirst();
    }
}
