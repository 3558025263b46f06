package encore.kernel.scans;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a scan: that it happens. */
public sealed interface ScanEvent extends Event {

    /**
     * Somebody showed a code at a door.
     *
     * @param holder the stream that held the code then: of a registration, a ticket, or of codes that nobody held
     */
    @Revision("1")
    record ScanRecorded(
            ScanId scan,
            @NotPersonal("the name of a stream") String holder,
            ScanDetails details) implements ScanEvent {}
}
