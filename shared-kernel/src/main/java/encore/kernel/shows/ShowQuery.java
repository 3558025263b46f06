package encore.kernel.shows;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.AsOf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queries about live shows. A campaign that is unknown or deleted is refused as unknown, and one whose app_type has no show
 * is refused (400).
 */
public sealed interface ShowQuery<R> extends Query<R> {

    /** How a show stands, for staff. A show without events is off. */
    record FindShow(long account, long pageTabId, @Nullable AsOf asOf) implements ShowQuery<Show> {}

    /** The live shows of an account, in the order of the creation of their campaigns, or found by the words of their names. */
    record ListShows(long account, Paging.NextKey paging) implements ShowQuery<Page<Show.Row>> {}

    /** How a show stands, without the names of its moderators. It does not ask whether there is such a campaign. */
    record FindShowParts(
            long account, long pageTabId, @Nullable AsOf asOf) implements ShowQuery<ShowParts> {}

    /** The states of the shows of campaigns, for the rows of other features. A campaign without a show is off. */
    record FindLiveStatuses(long account, List<Long> pageTabIds) implements ShowQuery<LiveStatuses> {
        public FindLiveStatuses {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }

    /** The quiz questions that were pushed in a show, in the order of their first pushes. */
    record FindPushedQuestions(long account, long pageTabId) implements ShowQuery<List<PushedQuestion>> {}

    /** All quiz questions of a show, for staff, in the order of the campaign. */
    record FindShowQuestions(long account, long pageTabId) implements ShowQuery<List<ShowQuestion>> {}

    /** A quiz question of a show, for staff; refused as unknown when the campaign has no such question. */
    record FindShowQuestion(long account, long pageTabId, String quizQuestionUid) implements ShowQuery<ShowQuestion> {}

    /** The shows of an account that are pending or active, active ones first. */
    record FindOpenShows(long account, int limit) implements ShowQuery<List<FindOpenShows.OpenShow>> {

        /** A show that is open. */
        public record OpenShow(long pageTabId, ShowState state) {}
    }
}
