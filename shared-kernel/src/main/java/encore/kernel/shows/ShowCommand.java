package encore.kernel.shows;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.names.StoredName;
import encore.kernel.shows.ShowQuery.FindShow;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.windows.ClickerWindow;
import encore.kernel.shows.windows.PushPlaces;
import encore.kernel.shows.windows.QuizWindows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of a live show. Only campaigns of fanxp and livexp have one; for all others they are refused. */
public sealed interface ShowCommand<R> extends Command<R> {

    ShowId show();

    @Override
    default ShowId stream() {
        return show();
    }

    /** A decision of staff. */
    sealed interface ControlShow extends ShowCommand<SavedShow>, Command.Save<SavedShow, Show> {
        @Override
        default FindShow record(SavedShow saved) {
            return new FindShow(show().account(), saved.pageTabId(), null);
        }
    }

    /** Changes the state. The same state again changes nothing. */
    record ChangeShowState(ShowId show, ShowState state) implements ControlShow {}

    /**
     * Makes a feed live.
     *
     * @param videoEndpointUid null for none
     */
    record SwitchFeed(ShowId show, @Nullable String videoEndpointUid) implements ControlShow {}

    /** Makes a feed live: the last step of {@link SwitchFeed}. */
    record SwitchLiveFeed(ShowId show, @Nullable Feed feed) implements ControlShow {}

    /**
     * Makes an overlay live, and locks its quiz question. The path names the overlay.
     *
     * @param publicUrl the address of this installation, from which the address of a sponsor's image follows; null when it
     *     is not known
     */
    record PushOverlay(
            ShowId show, String appOverlayUid, @Nullable String publicUrl) implements ControlShow {}

    /** Makes an overlay live: the last step of {@link PushOverlay}. */
    record PushShownOverlay(ShowId show, ShownOverlay shown) implements ControlShow {}

    /** Takes the live overlay down. Without one it changes nothing. */
    record TakeDownOverlay(ShowId show, String appOverlayUid) implements ControlShow {}

    /**
     * Pins a static overlay. The path names it.
     *
     * @param publicUrl as of {@link PushOverlay}
     */
    record PinOverlay(
            ShowId show, String appOverlayUid, @Nullable String publicUrl) implements ControlShow {}

    /** Pins a static overlay: the last step of {@link PinOverlay}. */
    record PinShownOverlay(ShowId show, ShownOverlay shown) implements ControlShow {}

    /** Unpins an overlay. The path names it, so one that is not pinned is refused as unknown. */
    record UnpinOverlay(ShowId show, String appOverlayUid) implements ControlShow {}

    /** Shows the results of a quiz question that was pushed. They are final; again changes nothing. */
    record ShowQuizResults(ShowId show, String quizQuestionUid) implements ControlShow {}

    /** Shows the results of a quiz question: the last step of {@link ShowQuizResults}. */
    record RecordQuizResults(ShowId show, String quizQuestionUid, List<Integer> rightAnswers, long pointCount)
            implements ControlShow {

        public RecordQuizResults {
            rightAnswers = List.copyOf(rightAnswers);
        }
    }

    /** Changes the rules of the chat. What is cleared has its default again. */
    record ChangeChatSettings(ShowId show, Patch<ChatSettings> change) implements ControlShow {}

    /** Makes a fan a moderator of the show. */
    record AddShowModerator(ShowId show, long fanId) implements ControlShow {}

    /** Ends a moderator. The path names the fan, so one who is no moderator is refused as unknown. */
    record RemoveShowModerator(ShowId show, long fanId) implements ControlShow {}

    /** Reads the terms of a show for another command. It changes nothing. A show without events is off. */
    @StoredName("TellShow")
    record ReadShow(ShowId show) implements ShowCommand<ShowTerms> {}

    /**
     * Reads when a quiz question takes or took answers, for another command. It changes nothing. A question that was
     * never pushed is refused (400).
     */
    @StoredName("TellWindow")
    record ReadWindow(ShowId show, String quizQuestionUid) implements ShowCommand<QuizWindows> {}

    /**
     * Reads when a push of a clicker takes or took clicks, for another command. It changes nothing. A position that is
     * none of such a push of this show, and a push of long ago, are refused (400).
     */
    @StoredName("TellClicker")
    record ReadClicker(ShowId show, long clickerPosition) implements ShowCommand<ClickerWindow> {}

    /**
     * Reads the places of pushes, for {@link ReadWindow} and {@link ReadClicker}. It changes nothing.
     *
     * @param quizQuestionUid null for those of clickers
     */
    @StoredName("TellPushPlaces")
    record ReadPushPlaces(ShowId show, @Nullable String quizQuestionUid) implements ShowCommand<PushPlaces> {}
}
