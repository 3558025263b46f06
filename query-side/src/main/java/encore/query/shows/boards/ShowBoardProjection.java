package encore.query.shows.boards;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.hiddenfans.HiddenFanEvent.FanHidden;
import encore.kernel.hiddenfans.HiddenFanEvent.FanShown;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowUid;
import encore.kernel.shows.answers.AnswerCounts;
import encore.kernel.shows.answers.AnswerQuery.FindAnswerCounts;
import encore.kernel.shows.answers.AnswerQuery.FindOwnAnswer;
import encore.kernel.shows.answers.OwnAnswer;
import encore.kernel.shows.boards.PlayerStanding;
import encore.kernel.shows.boards.ShowBoardQuery.FindPlayerStandings;
import encore.kernel.shows.boards.ShowBoardQuery.FindStandingsAmong;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.kernel.shows.clicks.ClickEvent.ClicksCounted;
import encore.kernel.shows.clicks.ClickQuery.FindClickTotals;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import encore.kernel.shows.scores.EventStats;
import encore.kernel.shows.scores.EventStats.ClickerCount;
import encore.kernel.shows.scores.EventStats.QuestionCount;
import encore.kernel.shows.scores.PlayerStats;
import encore.kernel.shows.scores.PlayerStats.OwnClicks;
import encore.kernel.shows.scores.ScoreEvent;
import encore.kernel.shows.scores.ScoreQuery.FindEventStats;
import encore.kernel.shows.scores.ScoreQuery.FindPlayerStats;
import encore.query.memory.ShowBoardMemoryLimit;
import encore.query.projection.NonBlocking;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.projection.WithoutPersonalData;
import encore.query.shows.ShowCampaigns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Counts what fans do in live shows, and ranks them. Results change the points of 100,000 fans at once, so points stand in
 * no document: the boards in memory compute them from documents of answers and results.
 */
@Component
class ShowBoardProjection implements Projection.InMemory {

    private static final Duration CLEANING_INTERVAL = Duration.ofMinutes(1);

    private final QueryGateway queryGateway;
    private final long budget;
    private volatile ShowBoards boards;
    private Views.@Nullable Version version;
    private Instant cleanedAt = Instant.EPOCH;

    @Autowired
    ShowBoardProjection(QueryGateway queryGateway, ObjectProvider<ShowBoardMemoryLimit> memoryLimit) {
        this(queryGateway, memoryLimit.getIfAvailable(ShowBoardMemoryLimit::defaultLimit));
    }

    ShowBoardProjection(QueryGateway queryGateway, ShowBoardMemoryLimit memoryLimit) {
        this.queryGateway = queryGateway;
        this.budget = memoryLimit.bytes();
        this.boards = new ShowBoards(null, budget);
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_boards", BoardDocuments.COLLECTIONS);
    }

    @EventHandler
    void on(CampaignCreated event, Documents.Batch documents) {
        if (event.appType().hasShow()) {
            BoardDocuments.addCampaign(event.campaign(), documents);
        }
    }

    @EventHandler
    void on(ShowStateChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BoardDocuments.change(event.show().campaign(), show -> changed(show, recordedEvent), documents);
    }

    @EventHandler
    void on(OverlayPushed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BoardDocuments.change(event.show().campaign(), show -> changed(show, recordedEvent), documents);
    }

    @EventHandler
    void on(QuizResultsShown event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BoardDocuments.change(event.show().campaign(), show -> changed(show, recordedEvent), documents);
    }

    private static ShowRecord changed(ShowRecord show, RecordedEvent recordedEvent) {
        long position = recordedEvent.position();
        return switch (recordedEvent.event()) {
            case ShowStateChanged event -> show.after(event, position, recordedEvent.at());
            case OverlayPushed event -> show.after(event, position);
            case QuizResultsShown event -> show.after(event, position);
            default -> show;
        };
    }

    @WithoutPersonalData
    @EventHandler
    void on(RoomJoined event, RecordedEvent recordedEvent, Documents.Batch documents) {
        addRow(recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(QuizQuestionAnswered event, RecordedEvent recordedEvent, Documents.Batch documents) {
        addRow(recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(GamePointsReported event, RecordedEvent recordedEvent, Documents.Batch documents) {
        addRow(recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(ChatMessageSent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        addRow(recordedEvent, documents);
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        addRow(recordedEvent, documents);
    }

    @EventHandler
    void on(FanHidden event, RecordedEvent recordedEvent, Documents.Batch documents) {
        addRow(recordedEvent, documents);
    }

    @EventHandler
    void on(FanShown event, RecordedEvent recordedEvent, Documents.Batch documents) {
        addRow(recordedEvent, documents);
    }

    private static void addRow(RecordedEvent recordedEvent, Documents.Batch documents) {
        CampaignId campaign = campaignOf(recordedEvent.event());
        BoardRow row = row(recordedEvent);
        if (campaign != null && row != null && BoardDocuments.hasShow(campaign, documents)) {
            BoardDocuments.addRow(campaign, row, recordedEvent.at().toEpochMilli(), documents);
        }
    }

    /** Returns the campaign of an event that makes a row; otherwise null. */
    private static @Nullable CampaignId campaignOf(Event event) {
        return switch (event) {
            case RoomJoined joined -> joined.player().campaign();
            case QuizQuestionAnswered answered -> answered.player().campaign();
            case GamePointsReported reported -> reported.player().campaign();
            case ChatMessageSent sent -> sent.player().campaign();
            case PointsAwarded awarded ->
                awarded.pageTabId() == null
                        ? null
                        : new CampaignId(awarded.ledger().account(), awarded.pageTabId());
            case FanHidden hidden -> hidden.hiddenFan().campaign();
            case FanShown shown -> shown.hiddenFan().campaign();
            default -> null;
        };
    }

    /** Returns the row of an event; null for one that counts nothing. */
    private static @Nullable BoardRow row(RecordedEvent recordedEvent) {
        long position = recordedEvent.position();
        return switch (recordedEvent.event()) {
            case RoomJoined event ->
                event.activityUid() == null
                        ? null
                        : new BoardRow(position, event.player().fanId(), BoardRow.Kind.JOIN, 0);
            case QuizQuestionAnswered event ->
                new BoardRow(
                        position,
                        event.player().fanId(),
                        BoardRow.Kind.ANSWER,
                        BoardRow.answer(event.overlayPosition(), event.answerIdx()));
            case GamePointsReported event ->
                new BoardRow(position, event.player().fanId(), BoardRow.Kind.GAME, event.pointCount());
            case ChatMessageSent event -> new BoardRow(position, event.player().fanId(), BoardRow.Kind.MESSAGE, 0);
            // The board has the points of the show itself, before they are in the ledger.
            case PointsAwarded event ->
                event.source().equals(ScoreEvent.SOURCE)
                        ? null
                        : new BoardRow(position, event.ledger().fan().number(), BoardRow.Kind.POINTS, event.count());
            case FanHidden event -> new BoardRow(position, event.hiddenFan().fanId(), BoardRow.Kind.HIDDEN, 0);
            case FanShown event -> new BoardRow(position, event.hiddenFan().fanId(), BoardRow.Kind.SHOWN, 0);
            default -> null;
        };
    }

    @EventHandler
    void on(ClicksCounted event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BoardDocuments.addClicks(event.clickerPosition(), event.totals(), recordedEvent.position(), documents);
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        BoardDocuments.addErasure(
                event.fan(), recordedEvent.position(), recordedEvent.at().toEpochMilli(), documents);
    }

    @Override
    public void useVersion(Views.Version serving) {
        version = serving;
    }

    /** Loads new boards; readers use the old ones until these are complete. */
    @Override
    public void load(Documents documents) {
        ShowBoards loaded = new ShowBoards(version, budget);
        loaded.load(documents);
        ShowBoards previous = boards;
        boards = loaded;
        previous.replaced();
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        ShowBoards current = boards;
        for (RecordedEvent each : events) {
            if (!current.advance(each.position())) {
                // A dead letter was retried. Rows are in the order of the log, so all boards must be loaded again.
                throw new IllegalStateException("An event came after later ones, so all is loaded again");
            }
            apply(each, current);
        }
        current.shrink();
        if (!events.isEmpty()) {
            Instant now = events.getLast().at();
            if (now.isAfter(cleanedAt.plus(CLEANING_INTERVAL))) {
                cleanedAt = now;
                current.dropEnded(now);
            }
        }
    }

    private static void apply(RecordedEvent recordedEvent, ShowBoards boards) {
        switch (recordedEvent.event()) {
            case ShowStateChanged event -> change(event.show().campaign(), recordedEvent, boards);
            case OverlayPushed event -> change(event.show().campaign(), recordedEvent, boards);
            case QuizResultsShown event -> change(event.show().campaign(), recordedEvent, boards);
            case ClicksCounted event ->
                boards.write(
                        event.clicks().campaign(),
                        board -> event.totals()
                                .forEach(total -> board.click(
                                        event.clickerPosition(),
                                        total.fanId(),
                                        new ClickColumn.Total(total.clickCount(), recordedEvent.position()))));
            case FanErased event ->
                boards.writeAll(
                        event.fan().account(), board -> board.erase(event.fan().number()));
            default -> {
                CampaignId campaign = campaignOf(recordedEvent.event());
                BoardRow row = row(recordedEvent);
                if (campaign != null && row != null) {
                    boards.write(campaign, board -> board.apply(row));
                }
            }
        }
    }

    private static void change(CampaignId campaign, RecordedEvent recordedEvent, ShowBoards boards) {
        boards.write(campaign, board -> board.apply(changed(board.record(), recordedEvent)));
    }

    @QueryHandler
    OwnAnswer find(FindOwnAnswer query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return boards.read(new CampaignId(query.account(), query.pageTabId()), board -> {
            QuestionColumn question = board.questions().get(query.quizQuestionUid());
            if (question == null || question.options.isEmpty()) {
                throw new Refusal(
                        Refusal.Kind.RULE,
                        "unknown-id",
                        "quiz_question_uid",
                        "No question with this quiz_question_uid was pushed in this show.");
            }
            return ownAnswer(query.quizQuestionUid(), question, question.answer(board.find(query.fanId())));
        });
    }

    private static OwnAnswer ownAnswer(String quizQuestionUid, QuestionColumn question, int answer) {
        ShowRecord.Results results = question.results;
        boolean isShown = results != null;
        return new OwnAnswer(
                quizQuestionUid,
                answer < 0 ? null : (Integer) answer,
                results == null || results.rightAnswers().isEmpty() || answer < 0
                        ? null
                        : (Boolean) results.isRight(answer),
                results == null ? null : results.rightAnswers(),
                isShown,
                IntStream.range(0, question.options.size())
                        .mapToObj(idx -> new OwnAnswer.CountedOption(
                                idx, question.options.get(idx), isShown ? (Long) question.count(idx) : null))
                        .toList());
    }

    @NonBlocking
    @QueryHandler
    AnswerCounts find(FindAnswerCounts query) {
        return boards.read(new CampaignId(query.account(), query.pageTabId()), board -> {
            QuestionColumn question = board.questions().get(query.quizQuestionUid());
            return new AnswerCounts(question == null ? List.of() : question.counts());
        });
    }

    @NonBlocking
    @QueryHandler
    List<ClickTotal> find(FindClickTotals query) {
        return boards.read(new CampaignId(query.account(), query.pageTabId()), board -> {
            ClickerColumn clicker = board.clickers().get(query.clickerPosition());
            return query.fanIds().stream()
                    .map(fan -> new ClickTotal(fan, clicker == null ? 0 : clicker.total(board.find(fan))))
                    .toList();
        });
    }

    @QueryHandler
    List<PlayerStanding> find(FindPlayerStandings query) {
        return boards.read(
                new CampaignId(query.account(), query.pageTabId()),
                board -> board.standings(query.skip(), query.limit()));
    }

    @QueryHandler
    List<PlayerStanding> find(FindStandingsAmong query) {
        return boards.read(
                new CampaignId(query.account(), query.pageTabId()), board -> board.standingsOf(query.fanIds()));
    }

    @QueryHandler
    EventStats find(FindEventStats query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return boards.read(
                new CampaignId(query.account(), query.pageTabId()),
                board -> new EventStats(
                        board.record().state(),
                        board.fanCount(),
                        board.messageCount(),
                        board.questions().entrySet().stream()
                                .map(each -> new QuestionCount(
                                        each.getKey(), each.getValue().total()))
                                .toList(),
                        board.clickers().entrySet().stream()
                                .map(each -> new ClickerCount(
                                        ShowUid.CLICKER_INSTANCE.at(each.getKey()),
                                        each.getValue().fanCount(),
                                        each.getValue().clickCount()))
                                .toList()));
    }

    @QueryHandler
    PlayerStats find(FindPlayerStats query) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return boards.read(
                new CampaignId(query.account(), query.pageTabId()), board -> playerStats(query.fanId(), board));
    }

    private static PlayerStats playerStats(long fan, ShowBoard board) {
        int number = board.find(fan);
        List<PlayerStanding> ranked = board.standingsOf(List.of(fan));
        PlayerStanding standing = ranked.isEmpty() ? board.unranked(fan) : ranked.getFirst();
        return new PlayerStats(
                fan,
                ranked.isEmpty() ? null : (Long) standing.rank(),
                standing.points(),
                standing.clickerPoints(),
                standing.correctAnswerCount(),
                board.answerCount(number),
                board.messageCount(number),
                board.clickers().entrySet().stream()
                        .filter(each -> each.getValue().total(number) > 0)
                        .map(each -> new OwnClicks(
                                ShowUid.CLICKER_INSTANCE.at(each.getKey()),
                                each.getValue().total(number)))
                        .toList());
    }
}
