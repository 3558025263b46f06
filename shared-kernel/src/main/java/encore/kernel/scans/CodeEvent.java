package encore.kernel.scans;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to scanned codes that no registration and no ticket held. */
public sealed interface CodeEvent extends Event {

    CodeId code();

    /** Codes without a holder were scanned together. From now on this stream holds them. */
    @Revision("1")
    record CodeOpened(CodeId code, List<ScanCode> codes) implements CodeEvent {
        public CodeOpened {
            codes = List.copyOf(codes);
        }
    }

    /**
     * A registration or ticket holds one of the codes now. The earlier scans belong to it.
     *
     * @param holder the stream of a registration or a ticket
     */
    @Revision("1")
    record CodeFound(
            CodeId code,
            @NotPersonal("the name of a stream") String holder) implements CodeEvent, Event.FinalEvent {}
}
