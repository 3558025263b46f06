package encore.query.requirements;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.views.lanes.ReadDeadline;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the events of an account from the log, without personal data, as long as the question may work. */
final class LogReading {

    private static final int PAGE = 1_000;

    /** Events between two looks at the deadline: some milliseconds. */
    private static final int STEP = 200;

    /** About this many documents of a fold take a quarter of the memory of a process. */
    static final long MAX_FACTS = Math.max(100_000, Runtime.getRuntime().maxMemory() / 4 / 250);

    private LogReading() {}

    /**
     * Reads a page.
     *
     * @return the position up to which the log was read
     */
    static long readPage(
            EventTail tail, long account, long after, long until, Set<Class<?>> types, Consumer<RecordedEvent> each) {
        ReadDeadline.checkCurrent();
        EventPage<RecordedEvent> page =
                tail.read(after, (int) Math.min(PAGE, until - after), new EventSelection(Set.of(), types));
        String own = Long.toString(account);
        int read = 0;
        for (RecordedEvent recordedEvent : page.events()) {
            if (recordedEvent.account().equals(own) && !(recordedEvent.event() instanceof UndecodablePlaceholder)) {
                each.accept(recordedEvent);
            }
            if (++read % STEP == 0) {
                ReadDeadline.checkCurrent();
            }
        }
        if (page.end() <= after) {
            throw new IllegalStateException("The log ends before " + until);
        }
        return page.end();
    }

    /** Reads all events of some types up to a position. */
    static void readAll(EventTail tail, long account, long until, Set<Class<?>> types, Consumer<RecordedEvent> each) {
        long position = 0;
        while (position < until) {
            position = readPage(tail, account, position, until, types, each);
        }
    }
}
