package encore.kernel.shows.clicks;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the clicks of a show: they are counted. */
public sealed interface ClickEvent extends Event {

    /** The clicks of one fan on one clicker: a total, of which the largest counts. */
    record ClickTotal(long fanId, long clickCount) {}

    /**
     * Totals of up to 1,000 fans reached a gateway. No aggregate decides them: a total that came before changes nothing.
     *
     * @param clickerPosition the position of the clicker's push, which is in its {@code clicker_instance_uid}
     */
    @Revision("1")
    record ClicksCounted(@PublishedValue ClicksId clicks, long clickerPosition, List<ClickTotal> totals)
            implements ClickEvent {

        public ClicksCounted {
            totals = List.copyOf(totals);
        }
    }
}
