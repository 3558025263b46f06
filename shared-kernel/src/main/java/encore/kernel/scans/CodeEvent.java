package encore.kernel.scans;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to codes that nobody held when they were scanned. */
public sealed interface CodeEvent extends Event {

    CodeId code();

    /** Codes were scanned together that nobody holds: from now on this stream does. */
    @Revision("1")
    record CodeOpened(CodeId code, List<Code> codes) implements CodeEvent {
        public CodeOpened {
            codes = List.copyOf(codes);
        }
    }

    /**
     * Somebody holds one of them now: what was scanned before is his.
     *
     * @param holder the stream of a registration or a ticket
     */
    @Revision("1")
    record CodeFound(
            CodeId code,
            @NotPersonal("the name of a stream") String holder) implements CodeEvent, Event.Ending {}
}
