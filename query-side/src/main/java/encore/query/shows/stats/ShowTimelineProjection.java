package encore.query.shows.stats;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Where;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.stats.StatsRow.FeedPeriod;
import encore.kernel.shows.stats.TimelineQuery.FindFeedPeriods;
import encore.kernel.shows.stats.TimelineQuery.FindPushes;
import encore.kernel.shows.stats.TimelineQuery.FindQuestionPushes;
import encore.kernel.shows.stats.TimelineQuery.OverlayPush;
import encore.kernel.shows.stats.TimelineQuery.PushedQuestion;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps what each show showed and when: overlays, feeds and questions. A row's key is the position at which it begins. The
 * events of a show are in one stream, so each is applied after the one before it, and once.
 */
@Component
class ShowTimelineProjection implements Projection {

    private static final String STARTED = "startedAt";

    private static final Collection<Present> PRESENT = Collection.of("timeline_shows", Present.class);
    private static final Collection<Push> PUSHES =
            Collection.of("timeline_overlays", Push.class, ShowTimes.index(STARTED));
    private static final Collection<FeedRun> FEEDS =
            Collection.of("timeline_feeds", FeedRun.class, ShowTimes.index(STARTED));
    private static final Collection<Question> QUESTIONS =
            Collection.of("timeline_questions", Question.class, ShowTimes.index(STARTED));

    /** Leads from a question of a show to its row. */
    private static final Collection<Place> QUESTION_PLACES = Collection.of("timeline_question_places", Place.class);

    private static final Keyset<Push> PUSHES_BY_TIME = Keyset.byTime(PUSHES, STARTED, Push::startedAt);
    private static final Keyset<FeedRun> FEEDS_BY_TIME = Keyset.byTime(FEEDS, STARTED, FeedRun::startedAt);
    private static final Keyset<Question> QUESTIONS_BY_TIME = Keyset.byTime(QUESTIONS, STARTED, Question::startedAt);

    /**
     * The overlay and the feed that a show shows now.
     *
     * @param position the position of the last event that is applied
     * @param overlay the position of the live overlay; null for none
     * @param feed the position since which the live feed is live; null for none
     */
    record Present(
            long position,
            ShowState state,
            @Nullable Long overlay,
            @Nullable Long feed) {

        static final Present NONE = new Present(0, ShowState.OFF, null, null);
    }

    /** A push of an overlay. */
    record Push(
            long account,
            long pageTabId,
            long position,
            String appOverlayUid,
            @Nullable OverlayType overlayType,
            @Nullable String publicName,
            Instant startedAt,
            @Nullable Instant endedAt) {}

    /** A time for which a feed was live. */
    record FeedRun(
            long account,
            long pageTabId,
            String videoEndpointUid,
            @Nullable String feedName,
            Instant startedAt,
            @Nullable Instant endedAt) {}

    /** A question that was pushed. */
    record Question(
            long account,
            long pageTabId,
            String quizQuestionUid,
            String question,
            List<String> options,
            Instant startedAt,
            @Nullable Instant resultsAt,
            @Nullable List<Integer> rightAnswers) {}

    /** The position of the first push of a question. */
    record Place(long position) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_timelines", List.of(PRESENT, PUSHES, FEEDS, QUESTIONS, QUESTION_PLACES));
    }

    @EventHandler
    void on(ShowStateChanged event, RecordedEvent recorded, Documents.Batch documents) {
        change(event.show(), recorded, documents, before -> {
            boolean beginsAnew = event.beginsAnewAfter(before.state());
            Long overlay = before.overlay();
            Long feed = before.feed();
            if (event.state() == ShowState.FINISHED || beginsAnew) {
                endOverlay(overlay, recorded.at(), documents);
                overlay = null;
            }
            if (beginsAnew) {
                endFeed(feed, recorded.at(), documents);
                feed = null;
            }
            return new Present(recorded.position(), event.state(), overlay, feed);
        });
    }

    @EventHandler
    void on(LiveFeedSwitched event, RecordedEvent recorded, Documents.Batch documents) {
        change(event.show(), recorded, documents, before -> {
            endFeed(before.feed(), recorded.at(), documents);
            Feed feed = event.feed();
            if (feed != null) {
                CampaignId campaign = event.show().campaign();
                documents.put(
                        FEEDS,
                        Keyset.key(recorded.position()),
                        new FeedRun(
                                campaign.account(),
                                campaign.number(),
                                feed.videoEndpointUid(),
                                feed.feedName(),
                                recorded.at(),
                                null));
            }
            return new Present(
                    recorded.position(), before.state(), before.overlay(), feed == null ? null : recorded.position());
        });
    }

    @EventHandler
    void on(OverlayPushed event, RecordedEvent recorded, Documents.Batch documents) {
        change(event.show(), recorded, documents, before -> {
            endOverlay(before.overlay(), recorded.at(), documents);
            put(event, recorded, documents);
            putQuestion(event, recorded, documents);
            return new Present(recorded.position(), before.state(), recorded.position(), before.feed());
        });
    }

    private static void put(OverlayPushed event, RecordedEvent recorded, Documents.Batch documents) {
        CampaignId campaign = event.show().campaign();
        ShownOverlay shown = event.shown();
        documents.put(
                PUSHES,
                Keyset.key(recorded.position()),
                new Push(
                        campaign.account(),
                        campaign.number(),
                        recorded.position(),
                        shown.overlay().appOverlayUid(),
                        shown.overlay().overlayType(),
                        shown.question() == null ? shown.overlay().overlayPublicName() : shown.question(),
                        recorded.at(),
                        null));
    }

    private static void putQuestion(OverlayPushed event, RecordedEvent recorded, Documents.Batch documents) {
        CampaignId campaign = event.show().campaign();
        ShownOverlay shown = event.shown();
        String uid = shown.overlay().quizQuestionUid();
        if (uid == null || documents.get(QUESTION_PLACES, place(campaign, uid)) != null) {
            return;
        }
        documents.put(QUESTION_PLACES, place(campaign, uid), new Place(recorded.position()));
        documents.put(
                QUESTIONS,
                Keyset.key(recorded.position()),
                new Question(
                        campaign.account(),
                        campaign.number(),
                        uid,
                        shown.question() == null ? "" : shown.question(),
                        shown.options() == null ? List.of() : shown.options(),
                        recorded.at(),
                        null,
                        null));
    }

    @EventHandler
    void on(OverlayTakenDown event, RecordedEvent recorded, Documents.Batch documents) {
        change(event.show(), recorded, documents, before -> {
            endOverlay(before.overlay(), recorded.at(), documents);
            return new Present(recorded.position(), before.state(), null, before.feed());
        });
    }

    @EventHandler
    void on(QuizResultsShown event, RecordedEvent recorded, Documents.Batch documents) {
        change(event.show(), recorded, documents, before -> {
            Place place = documents.get(QUESTION_PLACES, place(event.show().campaign(), event.quizQuestionUid()));
            Question question = place == null ? null : documents.get(QUESTIONS, Keyset.key(place.position()));
            if (place != null && question != null) {
                documents.put(
                        QUESTIONS,
                        Keyset.key(place.position()),
                        new Question(
                                question.account(),
                                question.pageTabId(),
                                question.quizQuestionUid(),
                                question.question(),
                                question.options(),
                                question.startedAt(),
                                recorded.at(),
                                event.rightAnswers()));
            }
            return new Present(recorded.position(), before.state(), before.overlay(), before.feed());
        });
    }

    private static void change(
            ShowId show, RecordedEvent recorded, Documents.Batch documents, Function<Present, Present> change) {
        Present found = documents.get(PRESENT, show.toString());
        Present before = found == null ? Present.NONE : found;
        if (before.position() < recorded.position()) {
            documents.put(PRESENT, show.toString(), change.apply(before));
        }
    }

    private static void endOverlay(@Nullable Long position, Instant at, Documents.Batch documents) {
        Push push = position == null ? null : documents.get(PUSHES, Keyset.key(position));
        if (push != null) {
            documents.put(
                    PUSHES,
                    Keyset.key(push.position()),
                    new Push(
                            push.account(),
                            push.pageTabId(),
                            push.position(),
                            push.appOverlayUid(),
                            push.overlayType(),
                            push.publicName(),
                            push.startedAt(),
                            at));
        }
    }

    private static void endFeed(@Nullable Long position, Instant at, Documents.Batch documents) {
        FeedRun run = position == null ? null : documents.get(FEEDS, Keyset.key(position));
        if (position != null && run != null) {
            documents.put(
                    FEEDS,
                    Keyset.key(position),
                    new FeedRun(
                            run.account(),
                            run.pageTabId(),
                            run.videoEndpointUid(),
                            run.feedName(),
                            run.startedAt(),
                            at));
        }
    }

    private static String place(CampaignId campaign, String quizQuestionUid) {
        return campaign.account() + "." + campaign.number() + "/" + quizQuestionUid;
    }

    @QueryHandler
    Page<OverlayPush> find(FindPushes query, Documents documents) {
        OverlayType type = query.overlayType();
        Where rows = ShowTimes.within(query.account(), query.pageTabId(), STARTED, query.seconds());
        return PUSHES_BY_TIME
                .page(
                        documents,
                        rows,
                        query.paging(),
                        row -> type == null || row.document().overlayType() == type)
                .map(push -> new OverlayPush(
                        push.position(),
                        push.appOverlayUid(),
                        push.overlayType(),
                        push.publicName(),
                        push.startedAt(),
                        push.endedAt()));
    }

    @QueryHandler
    Page<PushedQuestion> find(FindQuestionPushes query, Documents documents) {
        Where rows = ShowTimes.within(query.account(), query.pageTabId(), STARTED, query.seconds());
        return QUESTIONS_BY_TIME
                .page(documents, rows, query.paging())
                .map(question -> new PushedQuestion(
                        question.quizQuestionUid(),
                        question.question(),
                        question.options(),
                        question.startedAt(),
                        question.resultsAt(),
                        question.rightAnswers()));
    }

    @QueryHandler
    Page<FeedPeriod> find(FindFeedPeriods query, Documents documents) {
        Where rows = ShowTimes.within(query.account(), query.pageTabId(), STARTED, query.seconds());
        return FEEDS_BY_TIME
                .page(documents, rows, query.paging())
                .map(run -> new FeedPeriod(run.videoEndpointUid(), run.feedName(), run.startedAt(), run.endedAt()));
    }
}
