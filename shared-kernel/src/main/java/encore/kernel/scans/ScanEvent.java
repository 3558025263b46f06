package encore.kernel.scans;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a scan: it is recorded. */
public sealed interface ScanEvent extends Event {

    /**
     * A code was scanned at an entrance.
     *
     * @param holder the stream that held the code at that time: of a registration, of a ticket, of a fan's identifiers, or
     *     of codes without a holder
     */
    @Revision("1")
    record ScanRecorded(
            ScanId scan,
            @NotPersonal("the name of a stream") String holder,
            @PublishedValue ScanDetails details) implements ScanEvent {}
}
