package encore.query.shows.boards;

import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.hiddenfans.HiddenFanEvent.FanHidden;
import encore.kernel.hiddenfans.HiddenFanEvent.FanShown;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.boards.PlayerStanding;
import encore.kernel.shows.clicks.ClickEvent.ClicksCounted;
import encore.kernel.shows.clicks.ClickPoints;
import encore.kernel.shows.players.PlayerEvent.ChatMessageSent;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerEvent.RoomJoined;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Ranks the fans of one show from plain events, each time anew. */
final class ShowOracle {

    private final CampaignId campaign;
    private final List<Event> events = new ArrayList<>();

    ShowOracle(CampaignId campaign) {
        this.campaign = campaign;
    }

    void add(Event event) {
        events.add(event);
    }

    long position() {
        return events.size();
    }

    private static final class Sums {
        private long other;
        private long quiz;
        private long clicks;
        private long correct;
        private long at;
    }

    List<PlayerStanding> standings() {
        Map<Long, Sums> fans = new TreeMap<>();
        Set<Long> absent = new HashSet<>();
        Map<String, QuizResultsShown> results = new HashMap<>();
        Map<String, Long> shownAt = new HashMap<>();
        Map<Long, ClickPoints> clickers = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof QuizResultsShown shown && !results.containsKey(shown.quizQuestionUid())) {
                results.put(shown.quizQuestionUid(), shown);
                shownAt.put(shown.quizQuestionUid(), i + 1L);
            }
            if (events.get(i) instanceof OverlayPushed pushed) {
                clickers.put(i + 1L, ClickPoints.of(pushed.shown().overlay()));
            }
        }
        Map<String, Long> totals = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            long position = i + 1L;
            switch (events.get(i)) {
                case RoomJoined event -> {
                    if (event.activityUid() != null) {
                        of(event.player().fanId(), fans);
                    }
                }
                case ChatMessageSent event -> of(event.player().fanId(), fans);
                case QuizQuestionAnswered event -> {
                    Sums sums = of(event.player().fanId(), fans);
                    QuizResultsShown shown = results.get(event.quizQuestionUid());
                    if (shown != null && shown.rightAnswers().contains(event.answerIdx())) {
                        sums.quiz += shown.pointCount();
                        sums.correct++;
                        sums.at = Math.max(sums.at, Math.max(position, shownAt.get(event.quizQuestionUid())));
                    }
                }
                case GamePointsReported event -> other(event.player().fanId(), event.pointCount(), position, fans);
                case PointsAwarded event -> {
                    if (event.pageTabId() != null
                            && event.pageTabId() == campaign.number()
                            && !event.source().equals("live")) {
                        other(event.ledger().fan().number(), event.count(), position, fans);
                    }
                }
                case ClicksCounted event ->
                    event.totals().forEach(total -> {
                        String key = event.clickerPosition() + "/" + total.fanId();
                        long before = totals.getOrDefault(key, 0L);
                        if (total.clickCount() > before) {
                            totals.put(key, total.clickCount());
                            ClickPoints points = clickers.get(event.clickerPosition());
                            Sums sums = of(total.fanId(), fans);
                            sums.clicks += points.of(total.clickCount()) - points.of(before);
                            sums.at = Math.max(sums.at, position);
                        }
                    });
                case FanHidden event -> absent.add(event.hiddenFan().fanId());
                case FanShown event -> absent.remove(event.hiddenFan().fanId());
                default -> {}
            }
        }
        for (Event event : events) {
            if (event instanceof FanErased erased) {
                absent.add(erased.fan().number());
            }
        }
        List<PlayerStanding> standings = new ArrayList<>();
        fans.entrySet().stream()
                .filter(each -> !absent.contains(each.getKey()))
                .sorted(Comparator.<Map.Entry<Long, Sums>>comparingLong(each -> -points(each.getValue()))
                        .thenComparingLong(each -> -each.getValue().correct)
                        .thenComparingLong(each -> each.getValue().at)
                        .thenComparingLong(Map.Entry::getKey))
                .forEach(each -> standings.add(new PlayerStanding(
                        standings.size() + 1L,
                        each.getKey(),
                        each.getValue().correct,
                        points(each.getValue()),
                        each.getValue().clicks)));
        return standings;
    }

    private static long points(Sums sums) {
        return sums.other + sums.quiz + sums.clicks;
    }

    private static void other(long fan, long points, long position, Map<Long, Sums> fans) {
        Sums sums = of(fan, fans);
        sums.other += points;
        sums.at = Math.max(sums.at, position);
    }

    private static Sums of(long fan, Map<Long, Sums> fans) {
        return fans.computeIfAbsent(fan, number -> new Sums());
    }
}
