package encore.query.shows;

import static encore.query.shows.ShowDocuments.CURRENT;
import static encore.query.shows.ShowDocuments.CURRENT_RULES;
import static encore.query.shows.ShowDocuments.MARKS;
import static encore.query.shows.ShowDocuments.MOMENTS;
import static encore.query.shows.ShowDocuments.QUESTIONS;
import static encore.query.shows.ShowDocuments.RULES;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.LiveStatuses;
import encore.kernel.shows.PushedQuestion;
import encore.kernel.shows.ShowEvent;
import encore.kernel.shows.ShowEvent.ChatSettingsChanged;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.OverlayUnpinned;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowModeratorAdded;
import encore.kernel.shows.ShowEvent.ShowModeratorRemoved;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowParts;
import encore.kernel.shows.ShowQuery.FindLiveStatuses;
import encore.kernel.shows.ShowQuery.FindOpenShows;
import encore.kernel.shows.ShowQuery.FindOpenShows.OpenShow;
import encore.kernel.shows.ShowQuery.FindPushedQuestions;
import encore.kernel.shows.ShowQuery.FindShowParts;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.control.ControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMomentAt;
import encore.kernel.shows.control.ControlQuery.FindControlMoments;
import encore.kernel.shows.control.ControlStanding;
import encore.kernel.shows.control.ShownPush;
import encore.kernel.shows.overlays.OverlayEvent.OverlayAdded;
import encore.kernel.shows.overlays.OverlayEvent.OverlayChanged;
import encore.kernel.shows.overlays.OverlaysId;
import encore.kernel.time.Moment;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.shows.ShowDocuments.OverlayMark;
import encore.query.shows.ShowDocuments.StoredMoment;
import encore.query.shows.ShowDocuments.StoredQuestion;
import encore.query.shows.ShowDocuments.StoredRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps how each show stands, and how it stood after each of its events: frames that are sent again contain what was sent
 * then.
 */
@Component
class ShowsProjection implements Projection {

    private static final Keyset<StoredQuestion> BY_FIRST_PUSH = Keyset.byPosition(QUESTIONS, StoredQuestion::position);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("shows", List.of(CURRENT, MOMENTS, CURRENT_RULES, RULES, QUESTIONS, MARKS));
    }

    @EventHandler
    void on(ShowStateChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ControlStanding before = standing(event, documents);
        boolean beginsAnew = event.beginsAnewAfter(before.state());
        ControlStanding after = new ControlStanding(
                event.state(),
                beginsAnew ? null : before.feed(),
                event.state().isOpen() ? before.live() : null,
                beginsAnew ? List.of() : before.pins());
        boolean isCleared = before.live() != null && after.live() == null || before.feed() != null && beginsAnew;
        put(event, after, null, isCleared, recordedEvent, documents);
    }

    @EventHandler
    void on(LiveFeedSwitched event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event, standing(event, documents).withFeed(event.feed()), null, false, recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayPushed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String overlay =
                overlay(event.show().campaign(), event.shown().overlay().key());
        OverlayMark mark = Objects.requireNonNullElse(documents.get(MARKS, overlay), OverlayMark.NONE);
        ShownPush push = new ShownPush(
                event.shown(), recordedEvent.position(), recordedEvent.at(), event.isAnswerShown(), mark.contentAt());
        ControlStanding before = standing(event, documents);
        List<ShownPush> pins = before.pins().stream()
                .map(pin -> pin.key().equals(push.key()) ? pin.pushedAt(push.position(), push.at()) : pin)
                .toList();
        put(event, before.withLive(push).withPins(pins), null, false, recordedEvent, documents);
        if (mark.pushPosition() < recordedEvent.position()) {
            documents.put(
                    MARKS, overlay, new OverlayMark(mark.contentAt(), recordedEvent.position(), recordedEvent.at()));
        }
        putQuestion(event, recordedEvent, documents);
    }

    private static void putQuestion(OverlayPushed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String uid = event.shown().overlay().quizQuestionUid();
        if (uid == null) {
            return;
        }
        String key = question(event.show(), uid);
        StoredQuestion before = documents.get(QUESTIONS, key);
        if (before == null || before.lastPush() < recordedEvent.position()) {
            documents.put(
                    QUESTIONS,
                    key,
                    new StoredQuestion(
                            event.show().toString(),
                            uid,
                            before == null ? recordedEvent.position() : before.position(),
                            recordedEvent.position(),
                            recordedEvent.at(),
                            before == null ? null : before.resultsAt()));
        }
    }

    @EventHandler
    void on(OverlayTakenDown event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event, standing(event, documents).withLive(null), null, false, recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayPinned event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String overlay =
                overlay(event.show().campaign(), event.shown().overlay().key());
        OverlayMark mark = Objects.requireNonNullElse(documents.get(MARKS, overlay), OverlayMark.NONE);
        Instant pushAt = mark.pushAt();
        ShownPush pin = new ShownPush(
                event.shown(),
                pushAt == null ? recordedEvent.position() : mark.pushPosition(),
                pushAt == null ? recordedEvent.at() : pushAt,
                false,
                mark.contentAt());
        ControlStanding before = standing(event, documents);
        List<ShownPush> pins = new ArrayList<>(before.pins());
        int place = pins.stream().map(ShownPush::key).toList().indexOf(pin.key());
        if (place < 0) {
            pins.add(pin);
        } else {
            pins.set(place, pin);
        }
        put(event, before.withPins(pins), pin, false, recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayUnpinned event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ControlStanding before = standing(event, documents);
        ShownPush unpinned = before.pins().stream()
                .filter(pin -> pin.key().equals(event.appOverlayUid()))
                .findFirst()
                .orElse(null);
        List<ShownPush> pins = before.pins().stream()
                .filter(pin -> !pin.key().equals(event.appOverlayUid()))
                .toList();
        put(event, before.withPins(pins), unpinned, false, recordedEvent, documents);
    }

    @EventHandler
    void on(QuizResultsShown event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ControlStanding before = standing(event, documents);
        ShownPush live = before.live();
        ControlStanding after = live != null
                        && event.quizQuestionUid().equals(live.shown().overlay().quizQuestionUid())
                ? before.withLive(live.withResults())
                : before;
        put(event, after, null, false, recordedEvent, documents);
        String key = question(event.show(), event.quizQuestionUid());
        StoredQuestion question = documents.get(QUESTIONS, key);
        if (question != null && question.resultsAt() == null) {
            documents.put(
                    QUESTIONS,
                    key,
                    new StoredQuestion(
                            question.show(),
                            question.quizQuestionUid(),
                            question.position(),
                            question.lastPush(),
                            question.lastPushAt(),
                            recordedEvent.at()));
        }
    }

    @EventHandler
    void on(ChatSettingsChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        putRules(event, event.settings(), rules(event, documents).moderators(), recordedEvent, documents);
    }

    @EventHandler
    void on(ShowModeratorAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StoredRules before = rules(event, documents);
        List<Long> moderators = Stream.concat(before.moderators().stream(), Stream.of(event.fanId()))
                .distinct()
                .sorted()
                .toList();
        putRules(event, before.chat(), moderators, recordedEvent, documents);
    }

    @EventHandler
    void on(ShowModeratorRemoved event, RecordedEvent recordedEvent, Documents.Batch documents) {
        StoredRules before = rules(event, documents);
        List<Long> moderators = before.moderators().stream()
                .filter(fanId -> fanId != event.fanId())
                .toList();
        putRules(event, before.chat(), moderators, recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        markContent(event.overlays(), event.key(), recordedEvent, documents);
    }

    @EventHandler
    void on(OverlayChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        markContent(event.overlays(), event.key(), recordedEvent, documents);
    }

    private static void markContent(
            OverlaysId overlays, String key, RecordedEvent recordedEvent, Documents.Batch documents) {
        String overlay = overlay(overlays.campaign(), key);
        OverlayMark mark = Objects.requireNonNullElse(documents.get(MARKS, overlay), OverlayMark.NONE);
        if (mark.contentAt() == null || mark.contentAt().isBefore(recordedEvent.at())) {
            documents.put(MARKS, overlay, new OverlayMark(recordedEvent.at(), mark.pushPosition(), mark.pushAt()));
        }
    }

    private static ControlStanding standing(ShowEvent event, Documents.Batch documents) {
        StoredMoment current = documents.get(CURRENT, event.show().toString());
        return current == null ? ControlStanding.OFF : current.moment().standing();
    }

    private static StoredRules rules(ShowEvent event, Documents.Batch documents) {
        return Objects.requireNonNullElse(
                documents.get(CURRENT_RULES, event.show().toString()), StoredRules.NONE);
    }

    private static void put(
            ShowEvent event,
            ControlStanding standing,
            @Nullable ShownPush pin,
            boolean isCleared,
            RecordedEvent recordedEvent,
            Documents.Batch documents) {
        String show = event.show().toString();
        StoredMoment current = documents.get(CURRENT, show);
        if (current == null || current.position() < recordedEvent.position()) {
            long position = recordedEvent.position();
            var stored = new StoredMoment(show, position, new ControlMoment(position, standing, pin, isCleared));
            documents.put(CURRENT, show, stored);
            documents.put(MOMENTS, ShowDocuments.at(position), stored);
        }
    }

    private static void putRules(
            ShowEvent event,
            ChatSettings chat,
            List<Long> moderators,
            RecordedEvent recordedEvent,
            Documents.Batch documents) {
        String show = event.show().toString();
        StoredRules current = documents.get(CURRENT_RULES, show);
        if (current == null || current.position() < recordedEvent.position()) {
            var stored = new StoredRules(show, recordedEvent.position(), chat, moderators);
            documents.put(CURRENT_RULES, show, stored);
            documents.put(RULES, ShowDocuments.at(recordedEvent.position()), stored);
        }
    }

    private static String overlay(CampaignId campaign, String appOverlayUid) {
        return new OverlaysId(campaign) + "/" + appOverlayUid;
    }

    private static String question(ShowId show, String quizQuestionUid) {
        return show + "/" + quizQuestionUid;
    }

    private static String show(long account, long pageTabId) {
        return new ShowId(new CampaignId(account, pageTabId)).toString();
    }

    @QueryHandler
    ShowParts find(FindShowParts query, Documents documents, Moment then) {
        String show = show(query.account(), query.pageTabId());
        StoredRules rules = ShowDocuments.rules(show, then, documents);
        return new ShowParts(ShowDocuments.moment(show, then, documents).standing(), rules.chat(), rules.moderators());
    }

    @QueryHandler
    ControlMoment find(FindControlMoment query, Documents documents) {
        return ShowDocuments.moment(show(query.account(), query.pageTabId()), Moment.NOW, documents);
    }

    @QueryHandler
    ControlMoment find(FindControlMomentAt query, Documents documents) {
        Moment then = new Moment(query.position(), Instant.EPOCH);
        return ShowDocuments.moment(show(query.account(), query.pageTabId()), then, documents);
    }

    @QueryHandler
    List<ControlMoment> find(FindControlMoments query, Documents documents) {
        String show = show(query.account(), query.pageTabId());
        List<String> keys = query.positions().stream().map(ShowDocuments::at).toList();
        Map<String, StoredMoment> found = documents.getAll(MOMENTS, keys);
        return keys.stream()
                .map(found::get)
                .filter(stored -> stored != null && stored.show().equals(show))
                .map(StoredMoment::moment)
                .toList();
    }

    @QueryHandler
    LiveStatuses find(FindLiveStatuses query, Documents documents) {
        Map<String, Long> shows = new HashMap<>();
        query.pageTabIds().forEach(pageTabId -> shows.put(show(query.account(), pageTabId), pageTabId));
        Map<Long, ShowState> states = new HashMap<>();
        documents
                .getAll(CURRENT, shows.keySet())
                .forEach((show, stored) -> states.put(
                        Objects.requireNonNull(shows.get(show)),
                        stored.moment().standing().state()));
        return new LiveStatuses(states);
    }

    @QueryHandler
    List<OpenShow> find(FindOpenShows query, Documents documents) {
        Where ofAccount = new Where.Prefix("show", ofAccount(query.account()));
        return Stream.of(ShowState.ACTIVE, ShowState.PENDING)
                .flatMap(state -> documents
                        .find(
                                CURRENT,
                                Where.all(Where.equal(ShowDocuments.STATE, state.word()), ofAccount),
                                Order.ascending("show"),
                                null,
                                query.limit())
                        .stream()
                        .map(row -> new OpenShow(pageTabId(row.document().show()), state)))
                .limit(query.limit())
                .toList();
    }

    private static String ofAccount(long account) {
        String show = show(account, 0);
        return show.substring(0, show.length() - 1);
    }

    private static long pageTabId(String show) {
        return StreamId.parse(ShowId.class, show).campaign().number();
    }

    @QueryHandler
    List<PushedQuestion> find(FindPushedQuestions query, Documents documents) {
        return BY_FIRST_PUSH
                .all(documents, Where.equal("show", show(query.account(), query.pageTabId())))
                .map(question ->
                        new PushedQuestion(question.quizQuestionUid(), question.lastPushAt(), question.resultsAt()))
                .toList();
    }
}
