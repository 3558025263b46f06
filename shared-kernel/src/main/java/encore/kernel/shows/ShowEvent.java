package encore.kernel.shows;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import encore.kernel.shows.feeds.Feed;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that staff decides in a live show. */
public sealed interface ShowEvent extends Event.ManagementAction {

    ShowId show();

    @Override
    default String target() {
        return show().toString();
    }

    /** The state of a show changed. From {@code finished} to {@code off} it begins anew: overlay, feed and pins are cleared. */
    @Revision("1")
    record ShowStateChanged(
            @PublishedValue ShowId show, @PublishedValue ShowState state) implements ShowEvent {

        /** Returns whether the show begins anew with this event: overlay, feed and pins are cleared. */
        public boolean beginsAnewAfter(ShowState before) {
            return before == ShowState.FINISHED && state == ShowState.OFF;
        }
    }

    /**
     * Another feed is live.
     *
     * @param feed the feed as it was then; null for none
     */
    @Revision("1")
    record LiveFeedSwitched(
            @PublishedValue ShowId show,
            @PublishedValue @Nullable Feed feed) implements ShowEvent {}

    /**
     * An overlay is live in place of the one before. The position of this event is in its {@code overlay_log_uid}, and in
     * the {@code clicker_instance_uid} of a clicker.
     *
     * @param isAnswerShown whether the results of the quiz question were shown before, so that no window opens
     */
    @Revision("1")
    record OverlayPushed(
            @PublishedValue ShowId show, @PublishedValue ShownOverlay shown, boolean isAnswerShown)
            implements ShowEvent {}

    /** The live overlay was taken down. */
    @Revision("1")
    record OverlayTakenDown(@PublishedValue ShowId show) implements ShowEvent {}

    /** A static overlay was pinned. */
    @Revision("1")
    record OverlayPinned(
            @PublishedValue ShowId show, @PublishedValue ShownOverlay shown) implements ShowEvent {}

    /** A static overlay was unpinned. */
    @Revision("1")
    record OverlayUnpinned(
            @PublishedValue ShowId show,
            @PublishedValue @NotPersonal("a uid of ours") String appOverlayUid) implements ShowEvent {}

    /**
     * The results of a quiz question were shown. They are final, and close its window.
     *
     * @param rightAnswers the indexes of the right options at that moment; empty when no answer is wrong
     * @param pointCount the points of a right answer
     */
    @Revision("1")
    record QuizResultsShown(
            @PublishedValue ShowId show,
            @PublishedValue @NotPersonal("a uid of ours") String quizQuestionUid,
            @Secret List<Integer> rightAnswers,
            @PublishedValue long pointCount)
            implements ShowEvent {

        public QuizResultsShown {
            rightAnswers = List.copyOf(rightAnswers);
        }
    }

    /** The rules of the chat changed. The event holds all of them. */
    @Revision("1")
    record ChatSettingsChanged(
            @PublishedValue ShowId show, @PublishedValue ChatSettings settings) implements ShowEvent {}

    /** A fan moderates the show from now on. */
    @Revision("1")
    record ShowModeratorAdded(
            @PublishedValue ShowId show, @PublishedValue long fanId) implements ShowEvent {}

    /** A fan no longer moderates the show. */
    @Revision("1")
    record ShowModeratorRemoved(
            @PublishedValue ShowId show, @PublishedValue long fanId) implements ShowEvent {}
}
