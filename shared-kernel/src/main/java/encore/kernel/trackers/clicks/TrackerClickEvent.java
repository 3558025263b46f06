package encore.kernel.trackers.clicks;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.trackers.TrackerId;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to clicks on trackers, and to the months of unknown visitors. */
public sealed interface TrackerClickEvent extends Event {

    /**
     * Somebody followed the link of a tracker.
     *
     * @param fan the fan whose personal link it was; null for anybody else
     * @param visitors the month under whose key the visitor is encrypted without a fan
     * @param countryCode two letters, ISO 3166
     */
    @Revision("1")
    record TrackerClickRecorded(
            @PublishedValue ClickId click,
            @PublishedValue TrackerId tracker,
            @PublishedValue @Nullable FanId fan,
            VisitorMonthId visitors,
            @PublishedValue DeviceType deviceType,

            @NotPersonal("a country, of which millions are") @Nullable
            String countryCode,

            ClickVisitor visitor)
            implements TrackerClickEvent {
        @Override
        public StreamId subject() {
            return fan == null ? visitors : fan;
        }
    }

    /** The first unknown visitor of a month came. The month has a key from now on. */
    @Revision("1")
    record VisitorMonthOpened(VisitorMonthId visitors) implements TrackerClickEvent {}

    /** The visitors of a month are forgotten: nobody can read their personal data any more. */
    @Revision("1")
    record VisitorMonthEnded(VisitorMonthId visitors) implements TrackerClickEvent, Event.FinalEvent {
        @Override
        public VisitorMonthId subject() {
            return visitors;
        }
    }
}
