package encore.query.shows;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.control.ControlMoment;
import encore.kernel.time.Moment;
import encore.query.documents.Keyset;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents of shows, and the states of a past moment that follow from them. */
final class ShowDocuments {

    /** How each show stands, by its stream. */
    static final String STATE = "moment.standing.state";

    static final Collection<StoredMoment> CURRENT =
            Collection.of("current", StoredMoment.class, Index.on(STATE, "show"));

    /** How each show stood after each of its events, by the position. */
    static final Collection<StoredMoment> MOMENTS =
            Collection.of("moments", StoredMoment.class, Index.on("show", "position"));

    /** The rules of the chat and the moderators of each show, by its stream. */
    static final Collection<StoredRules> CURRENT_RULES = Collection.of("current_rules", StoredRules.class);

    static final Collection<StoredRules> RULES =
            Collection.of("rules", StoredRules.class, Index.on("show", "position"));

    /** The pushed questions, by show and uid. */
    static final Collection<StoredQuestion> QUESTIONS =
            Collection.of("questions", StoredQuestion.class, Index.on("show", "position"));

    /** The overlays of a show as they stand, by campaign and uid. */
    static final Collection<OverlayMark> MARKS = Collection.of("overlay_marks", OverlayMark.class);

    private ShowDocuments() {}

    /**
     * A show from the event at a position on, up to its next one.
     *
     * @param show the stream
     */
    record StoredMoment(String show, long position, ControlMoment moment) {}

    /** The rules from the event at a position on, up to its next one. */
    record StoredRules(String show, long position, ChatSettings chat, List<Long> moderators) {

        static final StoredRules NONE = new StoredRules("", 0, ChatSettings.DEFAULT, List.of());

        StoredRules {
            moderators = List.copyOf(moderators);
        }
    }

    /**
     * A pushed question.
     *
     * @param position the position of its first push
     * @param lastPush the position of its last push
     */
    record StoredQuestion(
            String show,
            String quizQuestionUid,
            long position,
            long lastPush,
            Instant lastPushAt,
            @Nullable Instant resultsAt) {}

    /**
     * An overlay as it stands.
     *
     * @param contentAt when it last changed in the store; null when that is not known
     * @param pushPosition the position of its last push; 0 for none
     * @param pushAt null for none
     */
    record OverlayMark(
            @Nullable Instant contentAt,
            long pushPosition,
            @Nullable Instant pushAt) {

        static final OverlayMark NONE = new OverlayMark(null, 0, null);
    }

    static ControlMoment moment(String show, Moment then, Documents documents) {
        StoredMoment stored =
                then.isNow() ? documents.get(CURRENT, show) : last(MOMENTS, show, then.position(), documents);
        return stored == null ? ControlMoment.NONE : stored.moment();
    }

    static StoredRules rules(String show, Moment then, Documents documents) {
        StoredRules stored =
                then.isNow() ? documents.get(CURRENT_RULES, show) : last(RULES, show, then.position(), documents);
        return stored == null ? StoredRules.NONE : stored;
    }

    private static <T> @Nullable T last(Collection<T> collection, String show, long until, Documents documents) {
        Where where = Where.all(Where.equal("show", show), new Where.Range("position", null, false, until, true));
        List<Row<T>> found = documents.find(collection, where, Order.descending("position"), null, 1);
        return found.isEmpty() ? null : found.getFirst().document();
    }

    /** Returns the key of a document that belongs to one event. */
    static String at(long position) {
        return Keyset.key(position);
    }
}
