package encore.kernel.trackers.clicks;

import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.trackers.TrackerId;
import org.jspecify.annotations.Nullable;

/** The commands of clicks on trackers, and of the months of unknown visitors. */
public sealed interface TrackerClickCommand<R> extends Command<R> {

    /**
     * Records a click. If the fan is unknown or erased, the click is one of an unknown visitor.
     *
     * @param click the id, whose uid is generated before the command
     * @param fanId the fan whose personal link it is; null for anybody else
     * @param visitors the month of the click
     */
    record RecordClick(
            ClickId click,
            TrackerId tracker,
            @Nullable Long fanId,
            VisitorMonthId visitors,
            DeviceType deviceType,
            @Nullable String countryCode,
            ClickVisitor visitor)
            implements TrackerClickCommand<RecordedClick> {
        @Override
        public StreamId stream() {
            return click;
        }
    }

    /** The click that was recorded. */
    record RecordedClick(String trackerClickUid) {}

    /** Opens a month of unknown visitors, and makes its key. Does nothing if it is open. */
    record OpenVisitorMonth(VisitorMonthId visitors) implements TrackerClickCommand<OpenMonth> {
        @Override
        public StreamId stream() {
            return visitors;
        }
    }

    /** Ends a month of unknown visitors, whose key is destroyed. */
    record EndVisitorMonth(VisitorMonthId visitors) implements TrackerClickCommand<OpenMonth> {
        @Override
        public StreamId stream() {
            return visitors;
        }
    }

    /** The month that a command is about. */
    record OpenMonth(String month) {}
}
