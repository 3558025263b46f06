package encore.kernel.scans;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to scanned codes that no registration, no ticket and no fan held. */
public sealed interface CodeEvent extends Event {

    CodeId code();

    /**
     * Codes without a holder were scanned together. From now on this stream holds them.
     *
     * @param earlier streams of codes that may be of the same wristbands: a fan who links one of them finds these streams
     *     too; null for none
     */
    @Revision("1")
    record CodeOpened(
            CodeId code,
            @Secret List<ScanCode> codes,
            @Nullable List<CodeId> earlier) implements CodeEvent {
        public CodeOpened {
            codes = List.copyOf(codes);
            earlier = earlier == null ? null : List.copyOf(earlier);
        }

        /** Returns the streams of codes that may be of the same wristbands. */
        public List<CodeId> sameWristbands() {
            return earlier == null ? List.of() : earlier;
        }
    }

    /**
     * A registration, a ticket or a fan holds one of the codes now. The earlier scans belong to it.
     *
     * @param holder the stream of a registration, of a ticket or of a fan's identifiers
     */
    @Revision("1")
    record CodeFound(
            CodeId code,
            @NotPersonal("the name of a stream") String holder) implements CodeEvent, Event.FinalEvent {}
}
